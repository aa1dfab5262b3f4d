/**
 * One statement of the Data API: its named, typed parameters become `$1`, `$2`, … of PostgreSQL, and what PostgreSQL
 * returned becomes the body of an answer, within AWS's limits of size.
 */

import * as v from 'valibot';

import type { QueryResult, Text } from './local-database.ts';

/** An error that the caller gets to see; its name is one of AWS's. */
export class DataApiError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Aurora user guide, "Limitations for the Amazon RDS Data API". */
const RESPONSE_BYTES = 1024 * 1024;
const ROW_BYTES = 64 * 1024;

/** A parameter as it travels, of the types that the service sends. */
export const Parameter = v.object({
  name: v.string(),
  value: v.union([
    v.strictObject({ stringValue: v.string() }),
    v.strictObject({ longValue: v.number() }),
  ]),
});

type Parameters = readonly v.InferOutput<typeof Parameter>[];

/** Strings, quoted names, comments, dollar quotes and casts, in which no parameter is; and parameters. */
const parameterOrOther =
  /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[^]*?\*\/|\$(?<tag>\w*)\$[^]*?\$\k<tag>\$|::|:(?<name>[A-Za-z_]\w*)/gu;

/**
 * A value gets the type of PostgreSQL that AWS gives it, so that `enum_column = :x` fails here as it does there.
 *
 * @throws BadRequestException where a parameter is missing.
 */
export function bind(sql: string, parameters: Parameters): { sql: string; values: Text[] } {
  const values: Text[] = [];
  const bound = sql.replaceAll(parameterOrOther, (match, _tag, name?: string) => {
    if (name === undefined) return match;
    const value = parameters.find((parameter) => parameter.name === name)?.value;
    if (value === undefined) {
      throw new DataApiError('BadRequestException', `Cannot find parameter: ${name}`);
    }
    return 'longValue' in value
      ? `$${values.push(String(value.longValue))}::int8`
      : `$${values.push(value.stringValue)}::text`;
  });
  return { sql: bound, values };
}

/** Bytes of a DataRow message besides its values, and besides each value: protocol manual, 55.7. */
const ROW_OVERHEAD_BYTES = 7;
const VALUE_OVERHEAD_BYTES = 4;

/** The fields in which the scalar types travel that the service reads, by their OIDs (pg_type.dat). */
const fields = {
  booleanValue: [16],
  longValue: [20, 21, 23], // int8, int2, int4
  stringValue: [19, 25, 114, 1043, 1082, 1700, 2950, 3802], // name, text, json, varchar, date, numeric, uuid, jsonb
};

/** @throws UnsupportedResultException, as AWS does with `regtype`, `"char"` or `void`. */
function toField(typeOid: number, text: Text): object {
  if (text === null) return { isNull: true };
  if (fields.booleanValue.includes(typeOid)) return { booleanValue: text === 't' };
  if (fields.longValue.includes(typeOid)) return { longValue: Number(text) };
  if (fields.stringValue.includes(typeOid)) return { stringValue: text };
  throw new DataApiError('UnsupportedResultException', `OID ${typeOid} is not supported here.`);
}

/** @throws DatabaseErrorException over a size limit; UnsupportedResultException */
export function renderResult({ rows, fields: columns, rowCount }: QueryResult): object {
  for (const row of rows) checkSize(row);
  if (columns.length === 0) return { numberOfRecordsUpdated: rowCount ?? 0 };
  const records = rows.map((row) =>
    columns.map(({ dataTypeID }, index) => toField(dataTypeID, row[index] ?? null)),
  );
  const result = { numberOfRecordsUpdated: 0, records };
  if (Buffer.byteLength(JSON.stringify(result)) > RESPONSE_BYTES) {
    throw tooLarge('Database returned more than the allowed response size limit');
  }
  return result;
}

function checkSize(row: readonly Text[]): void {
  const values = row.map((value) => VALUE_OVERHEAD_BYTES + Buffer.byteLength(value ?? ''));
  const bytes = values.reduce((sum, each) => sum + each, ROW_OVERHEAD_BYTES);
  if (bytes > ROW_BYTES) throw tooLarge(`Packet for query is too large (${bytes} > ${ROW_BYTES})`);
}

function tooLarge(message: string): DataApiError {
  return new DataApiError('DatabaseErrorException', message);
}
