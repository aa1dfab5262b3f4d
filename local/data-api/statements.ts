/**
 * One statement: its named, typed parameters become `$1`, `$2`, … of PostgreSQL, it runs within AWS's time limit, and what
 * PostgreSQL returned becomes the body of an answer, within AWS's limits of size.
 */

import type { Clock } from '../../lambda/aws/clock.ts';
import type { QueryResult, Session, Text } from '../database/local-database.ts';
import { DataApiError } from './exceptions.ts';
import { sqlTokens } from './sql-tokens.ts';

/** Aurora user guide, "Limitations for the Amazon RDS Data API". */
const STATEMENT_MS = 45_000;
export const RESPONSE_BYTES = 1024 * 1024;
const ROW_BYTES = 64 * 1024;

/** A parameter as it travels, of the types that the service sends. */
export interface Parameter {
  readonly name: string;
  readonly value: { readonly stringValue: string } | { readonly longValue: number };
}

export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly Text[];
}

/** @throws BadRequestException where a parameter is missing. */
export function bind(sql: string, parameters: readonly Parameter[]): BoundStatement {
  const { texts, names } = cutAtParameters(sql);
  const distinct = [...new Set(names)];
  const bound = distinct.map((name, index) => {
    const { text, cast } = typed(name, parameters);
    return { text, placeholder: `$${index + 1}${cast}` };
  });
  const parts = names.map(
    (name, index) => `${texts[index]}${bound[distinct.indexOf(name)]?.placeholder}`,
  );
  return { sql: parts.join('') + (texts.at(-1) ?? ''), values: bound.map(({ text }) => text) };
}

/**
 * One statement cut at its parameters: `texts[0] names[0] texts[1] names[1] ... texts[n]`.
 *
 * @throws BadRequestException for an empty text and for more than one statement.
 */
export function cutAtParameters(sql: string): {
  readonly texts: readonly string[];
  readonly names: readonly string[];
} {
  const texts: string[] = [];
  const names: string[] = [];
  let text = '';
  let isEnded = false;
  let isEmpty = true;
  for (const { source, word, isComment } of sqlTokens(sql)) {
    if (source === ';') {
      isEnded = true;
    } else if (!isComment && source.trim() !== '') {
      if (isEnded) throw badRequest("Multistatements aren't supported");
      isEmpty = false;
    }
    if (word !== undefined && text.endsWith(':') && !text.endsWith('::')) {
      texts.push(text.slice(0, -1));
      names.push(word);
      text = '';
    } else {
      text += source;
    }
  }
  if (isEmpty) throw badRequest('The SQL statement is empty');
  return { texts: [...texts, text], names };
}

/** With the type of PostgreSQL that AWS gives a value, so that `enum_column = :x` fails here as it does there. */
function typed(
  name: string,
  parameters: readonly Parameter[],
): { readonly text: string; readonly cast: string } {
  const value = parameters.find((candidate) => candidate.name === name)?.value;
  if (value === undefined) throw badRequest(`Cannot find parameter: ${name}`);
  return 'longValue' in value
    ? { text: String(value.longValue), cast: '::int8' }
    : { text: value.stringValue, cast: '::text' };
}

function badRequest(message: string): DataApiError {
  return new DataApiError('BadRequestException', message);
}

/**
 * Runs it no longer than its client listens. PGlite computes on our own thread and cannot be cancelled: there a statement
 * that took too long fails when it ends.
 *
 * @param signal - aborted when the client is gone: the statement is cancelled.
 * @throws StatementTimeoutException
 */
export async function runStatement(
  session: Session,
  { sql, values }: BoundStatement,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<QueryResult> {
  signal.throwIfAborted();
  const deadline = clock.now() + STATEMENT_MS;
  const cancel = (): void => {
    session.cancel().catch(() => undefined); // then it runs to its end
  };
  const disarm = clock.schedule(STATEMENT_MS, cancel);
  signal.addEventListener('abort', cancel);
  try {
    const result = await session.query(sql, values);
    if (clock.now() >= deadline) throw timedOut();
    return result;
  } catch (error) {
    throw clock.now() >= deadline ? timedOut(error) : error;
  } finally {
    disarm();
    signal.removeEventListener('abort', cancel);
  }
}

function timedOut(cause?: unknown): DataApiError {
  return new DataApiError('StatementTimeoutException', 'Request timed out', cause);
}

/** Bytes of a DataRow message besides its values, and besides each value: protocol manual, 55.7. */
const ROW_OVERHEAD_BYTES = 7;
const VALUE_OVERHEAD_BYTES = 4;

type Decode = (text: string) => Readonly<Record<string, unknown>>;

const boolean: Decode = (text) => ({ booleanValue: text === 't' });
const long: Decode = (text) => ({ longValue: Number(text) }); // above 2^53 the SDK would lose the digits, too
const string: Decode = (text) => ({ stringValue: text });
/** JSON has no NaN and no infinity: rest-json writes their names. */
const double: Decode = (text) => ({
  doubleValue: Number.isFinite(Number(text)) ? Number(text) : text,
});

/**
 * By the type's OID (pg_type.dat), the scalar types that the service reads, of those that the Aurora user guide lists
 * ("Amazon RDS Data API operations reference"). What is not here is refused, as AWS does with `regtype`, `"char"` or `void`.
 */
const decoders: ReadonlyMap<number, Decode> = new Map([
  [16, boolean],
  [20, long], // int8
  [21, long], // int2
  [23, long], // int4
  [700, double], // float4
  [701, double], // float8
  [19, string], // name
  [25, string], // text
  [114, string], // json
  [1042, string], // bpchar
  [1043, string], // varchar
  [1082, string], // date
  [1700, string], // numeric
  [2950, string], // uuid
  [3802, string], // jsonb
]);

/** @throws DatabaseErrorException over a size limit; UnsupportedResultException */
export function renderResult({ rows, columns, command, rowCount }: QueryResult): string {
  checkSize(rows);
  const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
  if (columns.length === 0) {
    return JSON.stringify({
      generatedFields: [],
      numberOfRecordsUpdated: isChange ? rowCount : 0,
    });
  }
  const decode = columns.map(({ typeOid }) => decoderOf(typeOid));
  const records = rows.map((row) => decode.map((each, index) => field(row[index] ?? null, each)));
  const body = JSON.stringify({ numberOfRecordsUpdated: 0, records });
  if (Buffer.byteLength(body) > RESPONSE_BYTES) throw tooLarge();
  return body;
}

function checkSize(rows: QueryResult['rows']): void {
  let total = 0;
  for (const row of rows) {
    const values = row.map((value) => VALUE_OVERHEAD_BYTES + Buffer.byteLength(value ?? ''));
    const bytes = values.reduce((sum, each) => sum + each, ROW_OVERHEAD_BYTES);
    if (bytes > ROW_BYTES) {
      throw new DataApiError(
        'DatabaseErrorException',
        `Packet for query is too large (${bytes} > ${ROW_BYTES})`,
      );
    }
    total += bytes;
  }
  if (total > RESPONSE_BYTES) throw tooLarge();
}

function tooLarge(): DataApiError {
  return new DataApiError(
    'DatabaseErrorException',
    'Database returned more than the allowed response size limit',
  );
}

function decoderOf(typeOid: number): Decode {
  const decode = decoders.get(typeOid);
  if (decode !== undefined) return decode;
  throw new DataApiError(
    'UnsupportedResultException',
    `The result contains a data type that is not supported here (OID ${typeOid}).`,
  );
}

function field(text: Text, decode: Decode): Readonly<Record<string, unknown>> {
  return text === null ? { isNull: true } : decode(text);
}
