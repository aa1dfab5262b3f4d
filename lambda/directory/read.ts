/**
 * Reads all rows of a directory, as they were at one moment. Stays within the limits of the Data API: 64 KiB per result row and
 * 1 MiB per response (Aurora User Guide, "Limitations of RDS Data API").
 *
 * The database returns each record as JSON text, cut into pieces that fit into a result row. A response contains as many pieces
 * as fit into it, and the next response starts after the last piece. This is keyset paging, so the work is linear in the number
 * of records. If a list has fewer than 400 records and fits into one response, one call is enough. A longer list is read again
 * from its start, in one transaction.
 */

import * as v from 'valibot';

import type { Directory } from '../../contract/directories.ts';
import { type AnswerLimits, RESUMING_PAUSE_MS } from '../../contract/limits.ts';
import { type Clock, pause, within } from '../aws/clock.ts';
import type { Database, Execute, Row } from '../aws/data-api.ts';
import { errorName, RESUMING } from '../aws/errors.ts';
import { DatabaseDefect, type Failure, failureOf, ListRefused } from './failure.ts';

/** The rows of a list. Each is the JSON text of one record. */
export type Rows = readonly string[];

/**
 * The rows that were read, or the reason why the read failed. `cachedAt` is when the database was queried, in Unix milliseconds.
 */
export type Read =
  | { readonly rows: Rows; readonly cachedAt: number; readonly readMs: number }
  | { readonly failure: Failure; readonly rows?: undefined; readonly readMs?: undefined };

/** Reads the rows within the limits of an answer. Never rejects. */
export async function readWithin(
  { databaseMs, waitsForResume }: AnswerLimits,
  clock: Clock,
  database: Database,
  directory: Directory,
): Promise<Read> {
  const ask = async (signal: AbortSignal): Promise<Read> => {
    for (;;) {
      const cachedAt = clock.now(); // before the read, so any edit that the read misses is newer than this time
      const startedAt = clock.elapsed();
      try {
        const rows = await readRows(database, directory, signal);
        return { rows, cachedAt, readMs: clock.elapsed() - startedAt };
      } catch (error) {
        if (!waitsForResume || errorName(error) !== RESUMING) throw error;
        await pause(clock, RESUMING_PAUSE_MS, signal);
      }
    }
  };
  return within(clock, databaseMs, ask).catch((error: unknown) => ({ failure: failureOf(error) }));
}

/** Length of a piece in characters. In UTF-8, a piece has at most 60,000 bytes. */
const PIECE_CHARACTERS = 15_000;

/** Maximum size of the pieces in a response. It is below the limit of 1,024 KiB, to leave room for the rest of the response. */
const RESPONSE_BYTES = 960 * 1024;

/** Number of bytes that a piece needs in a response besides its text: `[{"stringValue":"…"},{"longValue":1},…],` and a uuid. */
const ROW_OVERHEAD_BYTES = 160;

/** Maximum number of records that the first statement considers. Most lists have fewer, so one call is usually enough. */
const FIRST_CANDIDATES = 400;

/** A later statement considers 1.25 times as many records as the previous response contained, plus two. */
const GROWTH = 1.25;

interface Piece {
  readonly id: string;
  readonly piece: number;
  readonly text: string;
  /** Whether this is the last piece of the list. */
  readonly isLast: boolean;
}

/** A position in the list: a record and one of its pieces. */
type Position = Pick<Piece, 'id' | 'piece'>;

/** The position before all records. No version of UUID generates this id. */
const START: Position = { id: '00000000-0000-0000-0000-000000000000', piece: 0 };

/** Reads the rows of the view in the order of the list, without checking them. */
export async function readRows(database: Database, directory: Directory, signal: AbortSignal) {
  const only = await readPage(database.execute(signal), directory, START, FIRST_CANDIDATES);
  if (isEnd(only)) return joined(only);
  return database.inTransaction(signal, async (execute) => {
    // BeginTransaction has no parameter for the isolation level.
    await execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const pieces: Piece[] = [];
    let page = only;
    do {
      // The pages cannot be read in parallel: each starts where the previous one ended, and a transaction runs one statement at a
      // time.
      const records = page.filter(({ piece }) => piece === 1).length;
      const candidates = Math.ceil(records * GROWTH) + 2;
      page = await readPage(execute, directory, pieces.at(-1) ?? START, candidates);
      pieces.push(...page);
    } while (!isEnd(page));
    return joined(pieces);
  });
}

/** Reads as many pieces after a position as fit into a response. @param candidates - maximum number of records to consider. */
async function readPage(
  execute: Execute,
  directory: Directory,
  after: Position,
  candidates: number,
): Promise<readonly Piece[]> {
  const { id, piece } = after;
  const parameters = { id, piece, candidates, bytes: RESPONSE_BYTES };
  return (await execute(pageStatement(directory), parameters)).map(toPiece);
}

function isEnd(page: readonly Piece[]): boolean {
  return page.at(-1)?.isLast !== false;
}

/**
 * Returns the statement that reads a page. It selects only the contract's columns. It measures the size that each piece will
 * have after the Data API has escaped it in its own JSON. WITH TIES, and the window's default RANGE, prevent a response from
 * ending between two records with the same id. Otherwise the next response would start after both, and the duplicate would not
 * be noticed. A response always contains the next piece, however large it is, so an empty response means the end of the list.
 */
export function pageStatement(directory: Directory): string {
  const columns = Object.keys(directory.record.entries).map((column) => `"${column}"`);
  return `WITH records AS MATERIALIZED (
  SELECT id, row_to_json(record)::text AS json
  FROM (SELECT ${columns.join(', ')} FROM directory.${directory.name}) AS record
  WHERE id >= CAST(:id AS uuid)
  ORDER BY id
  FETCH FIRST (CAST(:candidates AS integer)) ROWS WITH TIES
), pieces AS MATERIALIZED (
  SELECT id, piece, substr(json, 1 + ${PIECE_CHARACTERS} * (piece - 1), ${PIECE_CHARACTERS}) AS text
  FROM records
  CROSS JOIN LATERAL generate_series(1, (length(json) + ${PIECE_CHARACTERS - 1}) / ${PIECE_CHARACTERS}) AS piece
  WHERE (id, piece) > (CAST(:id AS uuid), CAST(:piece AS integer))
), measured AS (
  SELECT id, piece, text,
    sum(octet_length(to_json(text)::text) + ${ROW_OVERHEAD_BYTES}) OVER place AS bytes,
    rank() OVER place AS rank,
    lead(id) OVER place IS NULL AND (SELECT count(*) FROM records) < :candidates AS is_last
  FROM pieces
  WINDOW place AS (ORDER BY id, piece)
)
SELECT CAST(id AS text), piece, text, is_last FROM measured WHERE bytes <= :bytes OR rank = 1
ORDER BY id, piece`;
}

const PieceRow = v.tuple([v.string(), v.number(), v.string(), v.boolean()]);

function toPiece(row: Row): Piece {
  if (!v.is(PieceRow, row)) throw new DatabaseDefect('a row does not contain a piece of a record');
  const [id, piece, text, isLast] = row;
  return { id, piece, text, isLast };
}

/**
 * Joins the pieces of each record. The pieces are ordered by id, so records with the same id are next to each other.
 *
 * @throws ListRefused if two records have the same id.
 */
function joined(pieces: readonly Piece[]): Rows {
  const rows: string[] = [];
  let before: Position = START;
  for (const { id, piece, text } of pieces) {
    if (id !== before.id) rows.push(text);
    else if (piece === before.piece + 1) rows.push(`${rows.pop() ?? ''}${text}`);
    else throw new ListRefused('two records have the same id');
    before = { id, piece };
  }
  return rows;
}
