/**
 * Reads the records of a directory, whole and as of one moment.
 *
 * Every record travels as JSON text, cut into pieces that fit a row. A page is as many pieces as fit a response. A list
 * that fits the first page costs one round trip; a longer one is read again in one transaction, page after page, each
 * starting behind the last piece of the page before (keyset paging: the work grows with the number of records, not with
 * its square).
 */

import type { Directory } from '../../contract/directories.ts';
import type { Database, Select } from '../../aws/data-api.ts';
import { DatabaseDefect } from '../../aws/errors.ts';
import { type Page, type Piece, type Place, readPage, START } from './page.ts';

/** More records than this do not fit the first page: each takes more than 480 bytes of it. */
const FIRST_PAGE_RECORDS = 2000;

/** A later page looks at somewhat more records than the page before it held. */
const GROWTH = 1.25;

/** The records as the view has them, in the order of the list, not yet checked. */
export async function readRecords(
  database: Database,
  directory: Directory,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const first = await readPage(database.selectOnce(signal), directory, START, FIRST_PAGE_RECORDS);
  if (first.isLast) return recordsOf(first.pieces);
  return database.inOneSnapshot(signal, async (select) => readAllPages(select, directory, first));
}

/** The first page of another moment says only how many records fit a page. */
async function readAllPages(
  select: Select,
  directory: Directory,
  another: Page,
): Promise<readonly unknown[]> {
  const pieces: Piece[] = [];
  let page = another;
  let place = START;
  do {
    const candidates = Math.ceil(countRecords(page.pieces) * GROWTH) + 1;
    // One statement at a time is all that a transaction allows, and where a page starts depends on the one before.
    page = await readPage(select, directory, place, candidates);
    pieces.push(...page.pieces);
    place = page.pieces.at(-1) ?? place;
  } while (!page.isLast);
  return recordsOf(pieces);
}

function countRecords(pieces: readonly Piece[]): number {
  return new Set(pieces.map(({ id }) => id)).size;
}

/** Puts the pieces of each record together. */
function recordsOf(pieces: readonly Piece[]): readonly unknown[] {
  const texts: string[] = [];
  let before: Place | undefined;
  for (const { text, ...place } of pieces) {
    if (!follows(place, before)) throw new DatabaseDefect('an id stands twice in the view');
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
