/** Turns what PostgreSQL returned into the body of an ExecuteStatement answer, within the API's limits. */

import type { QueryResult, Session, Text } from '../database/local-database.ts';
import { columnMetadata } from './column-metadata.ts';
import { type ColumnType, columnType } from './column-types.ts';
import { DataApiError } from './exceptions.ts';
import { field, plainValue } from './fields.ts';
import { RESPONSE_BYTES, ROW_BYTES } from './limits.ts';
import type { ExecuteRequest } from './requests.ts';

/** Bytes of a DataRow message besides its values, and besides each value: protocol manual, 55.7. */
const ROW_OVERHEAD_BYTES = 7;
const VALUE_OVERHEAD_BYTES = 4;

/** @throws DatabaseErrorException over a size limit; UnsupportedResultException */
export async function renderResult(
  result: QueryResult,
  session: Session,
  request: ExecuteRequest,
): Promise<string> {
  checkSize(result.rows);
  if (result.columns.length === 0) {
    return JSON.stringify({ generatedFields: [], numberOfRecordsUpdated: updatedBy(result) });
  }
  const types: ColumnType[] = [];
  for (const { typeOid } of result.columns) {
    // oxlint-disable-next-line no-await-in-loop -- a connection runs one statement at a time
    types.push(await columnType(session, typeOid));
  }

  const body = JSON.stringify({ numberOfRecordsUpdated: 0, ...records(result, types, request) });
  if (Buffer.byteLength(body) > RESPONSE_BYTES) throw tooLarge();
  return body;
}

function checkSize(rows: QueryResult['rows']): void {
  let total = 0;
  for (const row of rows) {
    const bytes = rowBytes(row);
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

function rowBytes(row: readonly Text[]): number {
  const values = row.map((value) => VALUE_OVERHEAD_BYTES + Buffer.byteLength(value ?? ''));
  return values.reduce((sum, bytes) => sum + bytes, ROW_OVERHEAD_BYTES);
}

function tooLarge(): DataApiError {
  return new DataApiError(
    'DatabaseErrorException',
    'Database returned more than the allowed response size limit',
  );
}

function updatedBy({ command, rowCount }: QueryResult): number {
  return ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command) ? rowCount : 0;
}

function records(
  { columns, rows }: QueryResult,
  types: readonly ColumnType[],
  { formatRecordsAs, includeResultMetadata, resultSetOptions }: ExecuteRequest,
): object {
  const names = columns.map(({ name }) => name);
  if (formatRecordsAs === 'JSON') {
    const formatted = asObjects(
      names,
      mapValues(rows, types, (text, type) => plainValue(text, type, resultSetOptions)),
    );
    return { formattedRecords: JSON.stringify(formatted) };
  }
  return {
    records: mapValues(rows, types, (text, type) => field(text, type, resultSetOptions)),
    ...(includeResultMetadata ? { columnMetadata: columnMetadata(names, types) } : {}),
  };
}

function mapValues<T>(
  rows: QueryResult['rows'],
  types: readonly ColumnType[],
  map: (text: Text, type: ColumnType) => T,
): T[][] {
  return rows.map((row) => types.map((type, index) => map(row[index] ?? null, type)));
}

function asObjects(names: readonly string[], rows: readonly unknown[][]): object[] {
  if (new Set(names).size < names.length) {
    throw new DataApiError('UnsupportedResultException', 'The result has duplicate column names.');
  }
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
}
