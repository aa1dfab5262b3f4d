/** What PostgreSQL returned, as the body of an ExecuteStatement answer, within the API's limits. */

import type { QueryResult, Text } from '../database/local-database.ts';
import { DataApiError } from './exceptions.ts';

/** Aurora user guide, "Limitations for the Amazon RDS Data API". */
export const RESPONSE_BYTES = 1024 * 1024;
const ROW_BYTES = 64 * 1024;

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
