/**
 * Reads the rows of a directory, whole and as of one moment, within the limits of the Data API: 64 KiB a row and 1 MiB a
 * response (Aurora User Guide, "Limitations of RDS Data API").
 *
 * Every record travels as JSON text, cut into pieces that fit a row. A response holds as many pieces as fit, and the next
 * one starts after the last piece (keyset paging: the work grows with the number of records, not with its square). A list
 * that fits one response takes one call; a longer one is read in one transaction from its start.
 */

import type { Directory } from '../../contract/directories.ts';
import { type AnswerLimits, RESUMING_PAUSE_MS } from '../../contract/limits.ts';
import { type Clock, pause, within } from '../aws/clock.ts';
import type { Database, Execute, Row } from '../aws/data-api.ts';
import { DatabaseDefect, type Failure, failureOf, isResuming, ListRefused } from './failure.ts';

/** One record each, as JSON text. */
export type Rows = readonly string[];

/** The rows that were read, or why there are none. */
export type Read =
  | {
      readonly rows: Rows;
      /** When the database was asked, in milliseconds since the Unix epoch. */
      readonly cachedAt: number;
      readonly readMs: number;
    }
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
      const cachedAt = clock.now(); // before the read: no edit that it misses is older
      const startedAt = clock.elapsed();
      try {
        const rows = await readRows(database, directory, signal);
        return { rows, cachedAt, readMs: clock.elapsed() - startedAt };
      } catch (error) {
        if (!waitsForResume || !isResuming(error)) throw error;
        await pause(clock, RESUMING_PAUSE_MS, signal);
      }
    }
  };
  return within(clock, databaseMs, ask).catch((error: unknown) => ({ failure: failureOf(error) }));
}

/** At most 60,000 bytes in UTF-8. */
const PIECE_CHARACTERS = 15_000;

/** Rows as JSON are more bytes than the database sends: this many leave room within the 1,024 KiB of a response. */
const RESPONSE_BYTES = 960 * 1024;

/** What a row costs on the wire besides its text: `[{"stringValue":"…"},{"longValue":1},…],` and a uuid. */
const ROW_OVERHEAD_BYTES = 160;

/** Records that the first response looks at: somewhat more than fit one, so that a list of today takes one call. */
const FIRST_CANDIDATES = 400;

/** A later response looks at somewhat more records than the one before it held. */
const GROWTH = 1.25;

/** A position in the list: after this piece of this record. */
interface Position {
  readonly id: string;
  readonly piece: number;
}

/** Before every record: no version of uuid gives this one. */
const START: Position = { id: '00000000-0000-0000-0000-000000000000', piece: 0 };

interface Piece extends Position {
  readonly text: string;
}

interface Page {
  readonly pieces: readonly Piece[];
  /** Whether the list ends with it. */
  readonly isLast: boolean;
}

/** The rows as the view has them, in the order of the list, not yet checked. */
export async function readRows(
  database: Database,
  directory: Directory,
  signal: AbortSignal,
): Promise<Rows> {
  const only = await readPage(database.execute(signal), directory, START, FIRST_CANDIDATES);
  if (only.isLast) return joined(only.pieces);
  return database.inTransaction(signal, async (execute) => {
    // BeginTransaction takes no isolation level.
    await execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const pieces: Piece[] = [];
    let page = only;
    do {
      // One statement at a time is all that a transaction allows, and where a page starts depends on the one before.
      const records = page.pieces.filter(({ piece }) => piece === 1).length;
      const candidates = Math.ceil(records * GROWTH) + 2;
      page = await readPage(execute, directory, pieces.at(-1) ?? START, candidates);
      pieces.push(...page.pieces);
    } while (!page.isLast);
    return joined(pieces);
  });
}

/** Reads as many pieces after a position as fit a response, of no more records than `candidates`. */
async function readPage(
  execute: Execute,
  directory: Directory,
  after: Position,
  candidates: number,
): Promise<Page> {
  const rows = await execute(pageStatement(directory), {
    id: after.id,
    piece: after.piece,
    candidates,
    bytes: RESPONSE_BYTES,
  });
  return { pieces: rows.map(toPiece), isLast: rows.at(-1)?.at(-1) !== false };
}

/**
 * Only the contract's columns are asked for. The bytes of a piece are measured as it will be escaped in the Data API's own
 * JSON. No response ends between two records of one id (WITH TIES, and RANGE, the default of a window): the next one would
 * start after both, and nobody would see that there are two. What is first is always in it, so that no rows means the end.
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

function toPiece([id, piece, text, isLast]: Row): Piece {
  const isPiece =
    typeof id === 'string' &&
    typeof piece === 'number' &&
    typeof text === 'string' &&
    typeof isLast === 'boolean';
  if (!isPiece) throw new DatabaseDefect('a row does not hold a piece of a record');
  return { id, piece, text };
}

/** Puts the pieces of each record together. Records of one id are next to each other. */
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
