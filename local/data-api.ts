/**
 * The RDS Data API on 127.0.0.1, over a local database: the unchanged AWS SDK and CLI talk to it. It has the limits of size that
 * AWS has.
 */

import { randomUUID } from 'node:crypto';

import * as v from 'valibot';

import type { Call, HttpAnswer } from './http-server.ts';
import {
  DatabaseError,
  type LocalDatabase,
  onSession,
  type QueryResult,
  type Session,
  type Text,
} from './local-database.ts';
import { dataApiError, type StandIn, startStandIn } from './stand-in.ts';

/** The role behind each secret's ARN; `undefined` is the owner. */
export type Secrets = Readonly<Record<string, string | undefined>>;

/** A parameter as it travels, of a type that the service sends. */
const Parameter = v.object({
  name: v.string(),
  value: v.union([
    v.strictObject({ stringValue: v.string() }),
    v.strictObject({ longValue: v.number() }),
  ]),
});

/** The service's requests. Cluster and database are taken as they come: there is one of each. */
const Request = v.strictObject({
  resourceArn: v.string(),
  secretArn: v.string(),
  database: v.optional(v.string()),
  transactionId: v.optional(v.string()),
  sql: v.optional(v.pipe(v.string(), v.maxLength(65_536)), ''),
  parameters: v.optional(v.array(Parameter), []),
});

/** Its `close` breaks off what hangs. The database stays open, because it is the caller's. */
export async function startDataApi(database: LocalDatabase, secrets: Secrets): Promise<StandIn> {
  const transactions = new Transactions();
  return startStandIn('database', async (call) => {
    try {
      const body = JSON.stringify(await answer(call, database, secrets, transactions));
      return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
    } catch (error) {
      return errorAnswer(error);
    }
  });
}

async function answer(
  { path, body, signal }: Call,
  database: LocalDatabase,
  secrets: Secrets,
  transactions: Transactions,
): Promise<object> {
  const { secretArn, transactionId, sql, parameters } = parse(body.toString());
  if (!Object.hasOwn(secrets, secretArn)) {
    throw new DataApiError('SecretsErrorException', `The secret ${secretArn} wasn't found`);
  }
  const role = secrets[secretArn];
  switch (path) {
    case '/Execute': {
      const statement = bind(sql, parameters);
      const run = async (session: Session): Promise<object> => {
        signal.throwIfAborted(); // it waited for a session, and its client is gone
        return renderResult(await session.query(statement.sql, statement.values));
      };
      return transactionId === undefined
        ? onSession(database, run, role)
        : transactions.run(transactionId, run);
    }
    case '/BeginTransaction':
      return { transactionId: await transactions.begin(await database.session(role)) };
    case '/CommitTransaction':
      await transactions.end('COMMIT', transactionId);
      return { transactionStatus: 'Transaction Committed' };
    case '/RollbackTransaction':
      await transactions.end('ROLLBACK', transactionId);
      return { transactionStatus: 'Rollback Complete' };
    default:
      throw new DataApiError('UnknownOperationException', 'No such operation');
  }
}

/** An error for the caller, with a name of AWS's. */
class DataApiError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** @throws BadRequestException that names the field, never its value. */
function parse(json: string): v.InferOutput<typeof Request> {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), Request), json);
  if (result.success) return result.output;
  const field = v.getDotPath(result.issues[0]) ?? 'body';
  throw new DataApiError('BadRequestException', `Value at '${field}' is not valid`);
}

/** @throws a bug of ours, and the reason why a client is gone. */
function errorAnswer(error: unknown): HttpAnswer {
  if (error instanceof DataApiError) return dataApiError(error.name, error.message);
  if (!(error instanceof DatabaseError)) throw error;
  const { message, position, sqlState } = error;
  if (sqlState === undefined) {
    return dataApiError('DatabaseUnavailableException', 'The database is unavailable.');
  }
  const at = position === undefined ? '' : `\n  Position: ${position}`;
  return dataApiError('DatabaseErrorException', `ERROR: ${message}${at}; SQLState: ${sqlState}`);
}

/** AWS waits for three minutes. With a single session, a transaction whose client has died would hold up everybody. */
const IDLE_MS = 4000;

/** Open transactions by their ids. Each keeps a session between calls, until it is ended, has failed or has been idle. */
class Transactions {
  readonly #open = new Map<string, { session: Session; idle: NodeJS.Timeout }>();

  /** Resolves to its id. */
  async begin(session: Session): Promise<string> {
    const id = randomUUID();
    this.#keep(id, session);
    await this.run(id, async () => session.query('BEGIN'));
    return id;
  }

  /** Any error, one of ours about its result too, rolls the transaction back. @throws TransactionNotFoundException */
  async run<T>(id: string, work: (session: Session) => Promise<T>): Promise<T> {
    const session = this.#take(id);
    if (session === undefined) {
      throw new DataApiError('TransactionNotFoundException', `Transaction ${id} is not found`);
    }
    try {
      const result = await work(session);
      this.#keep(id, session);
      return result;
    } catch (error) {
      await session.release();
      throw error;
    }
  }

  async end(sql: 'COMMIT' | 'ROLLBACK', id = ''): Promise<void> {
    await this.run(id, async (session) => session.query(sql));
    await this.#take(id)?.release();
  }

  #keep(id: string, session: Session): void {
    const idle = setTimeout(() => void this.#take(id)?.release(), IDLE_MS).unref();
    this.#open.set(id, { session, idle });
  }

  #take(id: string): Session | undefined {
    const transaction = this.#open.get(id);
    this.#open.delete(id);
    clearTimeout(transaction?.idle);
    return transaction?.session;
  }
}

// Statements

/** Strings, quoted names, comments, dollar quotes and casts, in which no parameter is; and parameters. */
const parameterOrOther =
  /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[^]*?\*\/|\$(?<tag>\w*)\$[^]*?\$\k<tag>\$|::|:(?<name>[A-Za-z_]\w*)/gu;

/**
 * A value gets the type of PostgreSQL that AWS gives it, so that `enum_column = :x` fails here as it does there.
 *
 * @throws BadRequestException where a parameter is missing.
 */
function bind(
  sql: string,
  parameters: readonly v.InferOutput<typeof Parameter>[],
): { sql: string; values: Text[] } {
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

/** Aurora user guide, "Limitations for the Amazon RDS Data API". */
const RESPONSE_BYTES = 1024 * 1024;
const ROW_BYTES = 64 * 1024;

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
function renderResult({ rows, fields: columns, rowCount }: QueryResult): object {
  for (const row of rows) {
    if (Buffer.byteLength(row.join('')) > ROW_BYTES)
      throw tooLarge('Packet for query is too large');
  }
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

function tooLarge(message: string): DataApiError {
  return new DataApiError('DatabaseErrorException', message);
}
