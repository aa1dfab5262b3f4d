/**
 * Reads the records of a directory, whole and as of one moment.
 *
 * Every record travels as JSON text, cut into pieces that fit a row. A page is as many pieces as fit a response of the
 * Data API, which gives 1 MiB a response and 64 KiB a row (Aurora User Guide, "Limitations of RDS Data API"). A list that
 * fits the first page costs one round trip; a longer one is read on in one transaction, page after page, each starting
 * after the last piece of the page before (keyset paging: the work grows with the number of records, not with its
 * square). The first page counts where no transaction has ended since; otherwise it is read again.
 */

import type { Database, Execute, Row } from '../aws/data-api.ts';
import type { Directory } from '../../contract/directories.ts';
import { DatabaseDefect } from './failure.ts';

/** More records than this do not fit the first page: each takes more than 480 bytes of it. */
const FIRST_PAGE_RECORDS = 2000;

/** A later page looks at somewhat more records than the page before it held. */
const GROWTH = 1.25;

/** Of the 1,024 KiB of a response: its rows as JSON, which are more bytes than the database sends. */
const PAGE_BYTES = 960 * 1024;

const PIECE_CHARACTERS = 15_000;

/** What a piece can take at most: 4 bytes a character in UTF-8, less than the 65,536 bytes of a row. */
const PIECE_BYTES = 4 * PIECE_CHARACTERS;

/** What a row costs on the wire besides its text: `[{"stringValue":"…"},{"longValue":1},…],` and a uuid. */
const ROW_OVERHEAD_BYTES = 200;

/** A place in the list: after this piece of this record. */
export interface Place {
  readonly id: string;
  readonly piece: number;
  /** How many pieces the record has. */
  readonly pieces: number;
}

export interface Piece extends Place {
  readonly text: string;
}

export interface Page {
  readonly pieces: readonly Piece[];
  /** Whether the list ends with it. */
  readonly isLast: boolean;
  /** Two pages with the same value were read from the same state of the database. */
  readonly snapshot: string;
}

/** Before every record: no version of uuid gives this one. */
export const START: Place = { id: '00000000-0000-0000-0000-000000000000', piece: 0, pieces: 1 };

/** The records as the view has them, in the order of the list, not yet checked. */
export async function readRecords(
  database: Database,
  directory: Directory,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const first = await readPage(database.execute(signal), directory, START, FIRST_PAGE_RECORDS);
  if (first.isLast) return recordsOf(first.pieces);
  return database.inTransaction(signal, async (execute) => {
    // BeginTransaction takes no isolation level. Any error ends the transaction: pages of two snapshots are never joined.
    await execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const second = await readNext(execute, directory, first);
    if (second.snapshot === first.snapshot) {
      return readOn(execute, directory, [...first.pieces], second);
    }
    return readOn(execute, directory, [], await readNext(execute, directory, first, START));
  });
}

/** Reads from a page on to the end of the list. */
async function readOn(
  execute: Execute,
  directory: Directory,
  pieces: Piece[],
  firstPage: Page,
): Promise<readonly unknown[]> {
  let page = firstPage;
  pieces.push(...page.pieces);
  while (!page.isLast) {
    // One statement at a time is all that a transaction allows, and where a page starts depends on the one before.
    page = await readNext(execute, directory, page);
    pieces.push(...page.pieces);
  }
  return recordsOf(pieces);
}

/** Reads the page after another one, which says about how many records fit a page. */
async function readNext(
  execute: Execute,
  directory: Directory,
  { pieces }: Page,
  after: Place = pieces.at(-1) ?? START,
): Promise<Page> {
  return readPage(execute, directory, after, Math.ceil(countRecords(pieces) * GROWTH) + 1);
}

/** Reads the page after a place, of no more records than `candidates`. */
export async function readPage(
  execute: Execute,
  directory: Directory,
  after: Place,
  candidates: number,
): Promise<Page> {
  const isInsideRecord = after.piece < after.pieces;
  const rows = await execute(pageStatement(directory, isInsideRecord ? '>=' : '>'), {
    id: after.id,
    piece: after.piece,
    candidates,
    bytes: PAGE_BYTES,
  });
  return toPage(rows);
}

/**
 * Only the contract's columns are asked for. Their JSON is made once for each candidate, and measured once, as it will be
 * escaped in the Data API's own JSON; the pieces of a long record are counted at their maximum size. No page ends between
 * two records of one id (WITH TIES, RANGE): the next page would start after both, and nobody would see that there are two.
 *
 * The last row says from which state of the database the page is (PostgreSQL, "Transaction ID and Snapshot Information
 * Functions"), and whether the list ends with it.
 */
function pageStatement(directory: Directory, comparison: '>' | '>='): string {
  const columns = Object.keys(directory.record.entries).map((column) => `"${column}"`);
  return `WITH candidates AS MATERIALIZED (
  SELECT id, row_to_json(record)::text AS json
  FROM (SELECT ${columns.join(', ')} FROM directory.${directory.name}) AS record
  WHERE id ${comparison} CAST(:id AS uuid)
  ORDER BY id
  FETCH FIRST (CAST(:candidates AS integer)) ROWS WITH TIES
), cut AS (
  SELECT id, json,
    CASE WHEN octet_length(json) <= ${PIECE_CHARACTERS} THEN 1
      ELSE (length(json) + ${PIECE_CHARACTERS - 1}) / ${PIECE_CHARACTERS} END AS pieces,
    CASE WHEN id = CAST(:id AS uuid) THEN CAST(:piece AS integer) ELSE 0 END AS pieces_read
  FROM candidates
), measured AS MATERIALIZED (
  SELECT id, json, pieces, pieces_read,
    least(octet_length(to_json(json)::text), (pieces - pieces_read) * ${PIECE_BYTES})
      + (pieces - pieces_read) * ${ROW_OVERHEAD_BYTES} AS bytes
  FROM cut
), placed AS (
  SELECT id, json, pieces, pieces_read, bytes,
    sum(bytes) OVER list - bytes AS bytes_before,
    lead(id) OVER list IS NULL AND (SELECT count(*) FROM candidates) < :candidates AS is_last
  FROM measured
  WINDOW list AS (ORDER BY id RANGE UNBOUNDED PRECEDING)
), page AS (
  SELECT id, piece, pieces,
    CASE WHEN pieces = 1 THEN json
      ELSE substr(json, 1 + ${PIECE_CHARACTERS} * (piece - 1), ${PIECE_CHARACTERS}) END AS text,
    is_last AND piece = pieces AS is_last
  FROM placed
  CROSS JOIN LATERAL generate_series(pieces_read + 1, pieces) AS piece
  WHERE bytes_before
    + least(bytes, (piece - pieces_read) * ${PIECE_BYTES + ROW_OVERHEAD_BYTES}) <= :bytes
)
SELECT CAST(id AS text), piece, pieces, text, NULL FROM page
UNION ALL
SELECT NULL, NULL, NULL, CAST(pg_current_snapshot() AS text), coalesce(bool_or(is_last), true) FROM page
ORDER BY 1, 2`;
}

/** Without its last row it is no answer to the statement, and never the end of a list. */
function toPage(rows: readonly Row[]): Page {
  const pieces = rows.slice(0, -1);
  const [, , , snapshot, isLast] = rows.at(-1) ?? [];
  const isPage = typeof snapshot === 'string' && (isLast === true || pieces.length > 0);
  if (!isPage || typeof isLast !== 'boolean') {
    throw new DatabaseDefect('an answer without its last row');
  }
  return { pieces: pieces.map(toPiece), isLast, snapshot };
}

function toPiece([id, piece, pieces, text]: Row): Piece {
  const isPiece =
    typeof id === 'string' &&
    typeof piece === 'number' &&
    typeof pieces === 'number' &&
    typeof text === 'string';
  if (!isPiece) throw new DatabaseDefect('a row does not hold a piece of a record');
  return { id, piece, pieces, text };
}

function countRecords(pieces: readonly Piece[]): number {
  return new Set(pieces.map(({ id }) => id)).size;
}

/** Puts the pieces of each record together. */
function recordsOf(pieces: readonly Piece[]): readonly unknown[] {
  const texts: string[] = [];
  let before: Place | undefined;
  for (const { text, ...place } of pieces) {
    if (!follows(place, before)) throw new DatabaseDefect('duplicate id in the view');
    if (place.piece === 1) texts.push(text);
    else texts.push(`${texts.pop() ?? ''}${text}`);
    before = place;
  }
  return texts.map((text) => JSON.parse(text) as unknown);
}

/** The next piece of the same record, or the first of a later one. */
function follows({ id, piece }: Place, before: Place | undefined): boolean {
  if (before === undefined) return piece === 1;
  const isComplete = before.piece === before.pieces;
  return isComplete
    ? id > before.id && piece === 1
    : id === before.id && piece === before.piece + 1;
}
