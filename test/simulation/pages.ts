/** What the statement of a page gives, in another way than the statement: `test/db/pages.test.ts` runs the real one. */

import type { State } from './portal.ts';

/** Smaller than the real ones, so that a short list takes several pages, and a short record several pieces. */
export interface PageSizes {
  readonly pieceCharacters: number;
  readonly pagePieces: number;
}

type Fields = readonly Readonly<Record<string, unknown>>[];

export function pageOf(
  { rows }: State,
  isFromInside: boolean,
  { id, piece, candidates }: Readonly<Record<string, unknown>>,
  { pieceCharacters, pagePieces }: PageSizes,
): readonly Fields[] {
  const place = String(id);
  const following = rows.filter((row) => (isFromInside ? row.id >= place : row.id > place));
  const looked = following.slice(0, Number(candidates));
  const all = looked.flatMap((row, index) => {
    const texts = piecesOf(row.json, pieceCharacters);
    const read = row.id === place ? Number(piece) : 0;
    const isLastRow = index === looked.length - 1 && looked.length < Number(candidates);
    return texts
      .map((text, number) =>
        fields(row.id, number + 1, texts.length, text, isLastRow && number === texts.length - 1),
      )
      .slice(read);
  });
  if (all.length === 0) return [nothing];
  const [cut] = all[pagePieces] ?? [];
  const last = all.findLastIndex(([field]) => field?.['stringValue'] === cut?.['stringValue']);
  const isTwice = rows.filter((row) => row.id === cut?.['stringValue']).length > 1;
  return all.slice(0, cut !== undefined && isTwice ? last + 1 : pagePieces); // never between two of one id
}

/** How many calls a read of the state takes at most, in one page or in several. */
export function callsFor(state: State, sizes: PageSizes, isInPages: boolean): number {
  const pieces = state.rows.reduce(
    (sum, { json }) => sum + piecesOf(json, sizes.pieceCharacters).length,
    0,
  );
  if (pieces <= sizes.pagePieces && !isInPages) return 1;
  const beginSetCommit = 3;
  return 1 + beginSetCommit + state.rows.length + pieces; // a page holds one piece at least
}

function piecesOf(json: string, characters: number): readonly string[] {
  const count = Math.max(1, Math.ceil(json.length / characters));
  return Array.from({ length: count }, (_, index) =>
    json.slice(index * characters, (index + 1) * characters),
  );
}

const nothing: Fields = [
  { isNull: true },
  { isNull: true },
  { isNull: true },
  { isNull: true },
  { booleanValue: true },
];

function fields(id: string, piece: number, pieces: number, text: string, isLast: boolean): Fields {
  return [
    { stringValue: id },
    { longValue: piece },
    { longValue: pieces },
    { stringValue: text },
    { booleanValue: isLast },
  ];
}
