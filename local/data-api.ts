/**
 * A stand-in for the RDS Data API, with the operations and parameter types that this project uses. It listens on 127.0.0.1 and
 * queries a local database. The AWS SDK works with it unchanged, and it has the same size limits as AWS.
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
} from './local-database.ts';
import { dataApiError, type StandIn, startStandIn } from './stand-in.ts';

/** The database role for each secret's ARN. `undefined` means the owner. */
export type Secrets = Readonly<Record<string, string | undefined>>;

/** The parameter types that the service uses. */
const StringValue = v.strictObject({ stringValue: v.string() });
const LongValue = v.strictObject({ longValue: v.number() });
/** A parameter in a request. */
const Parameter = v.object({ name: v.string(), value: v.union([StringValue, LongValue]) });

/** A request. The values of `resourceArn` and `database` are ignored, because there is only one cluster and one database. */
const Request = v.strictObject({
  resourceArn: v.string(),
  secretArn: v.string(),
  database: v.optional(v.string()),
  transactionId: v.optional(v.string()),
  sql: v.optional(v.pipe(v.string(), v.maxLength(65_536)), ''),
  parameters: v.optional(v.array(Parameter), []),
});

/**
 * Starts the server. Its `close` aborts hanging calls, but leaves the database open, because the database belongs to the caller.
 */
export async function startDataApi(database: LocalDatabase, secrets: Secrets): Promise<StandIn> {
  const transactions = new Transactions();
  const answer = async ({ path, body, signal }: Call): Promise<object> => {
    const { secretArn, transactionId, sql, parameters } = parse(body.toString());
    if (!Object.hasOwn(secrets, secretArn)) {
      throw new DataApiError('SecretsErrorException', `The secret ${secretArn} wasn't found`);
    }
    const role = secrets[secretArn];
    switch (path) {
      case '/Execute': {
        const statement = bind(sql, parameters);
        const run = async (session: Session): Promise<object> => {
          signal.throwIfAborted(); // the client may have disconnected while the call waited for a session
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
  };
  return startStandIn('database', async (call) => {
    try {
      const body = JSON.stringify(await answer(call));
      return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
    } catch (error) {
      return errorAnswer(error);
    }
  });
}

/** An error to send to the caller, with the name that AWS uses. */
class DataApiError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Parses a request. @throws BadRequestException whose message contains the name of the invalid field, but not its value */
function parse(json: string): v.InferOutput<typeof Request> {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), Request), json);
  if (result.success) return result.output;
  const field = v.getDotPath(result.issues[0]) ?? 'body';
  throw new DataApiError('BadRequestException', `Value at '${field}' is not valid`);
}

/** Turns an expected error into the answer that AWS would give. @throws any other error, such as a client's disconnection */
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

/**
 * Idle timeout of a transaction. It is shorter than the three minutes in AWS, because an abandoned transaction blocks PGlite's
 * only session.
 */
const IDLE_MS = 4000;

/** The open transactions. When a transaction ends, fails or has been idle for too long, its session is released. */
class Transactions {
  readonly #open = new Map<string, { session: Session; idle: NodeJS.Timeout }>();

  /** Begins a transaction, and resolves with its id. */
  async begin(session: Session): Promise<string> {
    const id = randomUUID();
    this.#keep(id, session);
    await this.run(id, async () => session.query('BEGIN'));
    return id;
  }

  /**
   * Runs work in a transaction. Any error rolls the transaction back, even if the statement succeeded and only the conversion
   * of its result failed.
   *
   * @throws TransactionNotFoundException if the transaction is not open. Also throws the error of the work.
   */
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

/**
 * Matches parameters. Also matches strings, quoted names, comments and casts, so that a colon in them does not count as the
 * start of a parameter.
 */
const parameterOrOther =
  /'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[^]*?\*\/|\$(?<tag>\w*)\$[^]*?\$\k<tag>\$|::|:(?<name>[A-Za-z_]\w*)/gu;

/**
 * Replaces the named parameters in a statement with numbered ones. Each of them is cast to the same PostgreSQL type as in AWS,
 * so that a condition such as `enum_column = :x` fails as it does in AWS.
 *
 * @throws BadRequestException if a parameter is missing.
 */
function bind(sql: string, parameters: readonly v.InferOutput<typeof Parameter>[]) {
  const values: string[] = [];
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

/** Limits of the Data API (Aurora User Guide, "Limitations of RDS Data API"). */
const RESPONSE_BYTES = 1024 * 1024;
const ROW_BYTES = 64 * 1024;

/** OIDs of the PostgreSQL types that each response field can contain (pg_type.dat). The service does not read other types. */
const fields = {
  booleanValue: [16],
  longValue: [20, 21, 23], // int8, int2, int4
  stringValue: [19, 25, 114, 1043, 1082, 1700, 2950, 3802], // name, text, json, varchar, date, numeric, uuid, jsonb
};

/** Converts a value to a response field. @throws UnsupportedResultException, as AWS does for `regtype`, `"char"` or `void` */
function toField(typeOid: number, text: string | null): object {
  if (text === null) return { isNull: true };
  if (fields.booleanValue.includes(typeOid)) return { booleanValue: text === 't' };
  if (fields.longValue.includes(typeOid)) return { longValue: Number(text) };
  if (fields.stringValue.includes(typeOid)) return { stringValue: text };
  throw new DataApiError('UnsupportedResultException', `Type OID ${typeOid} is not supported.`);
}

/**
 * Converts a result to a response.
 *
 * @throws DatabaseErrorException if the result exceeds a size limit.
 * @throws UnsupportedResultException if a column has a type that is not in `fields`.
 */
function renderResult({ rows, fields: columns, rowCount }: QueryResult): object {
  if (rows.some((row) => Buffer.byteLength(row.join('')) > ROW_BYTES)) {
    throw new DataApiError('DatabaseErrorException', 'Packet for query is too large');
  }
  if (columns.length === 0) return { numberOfRecordsUpdated: rowCount ?? 0 };
  const records = rows.map((row) =>
    columns.map(({ dataTypeID }, index) => toField(dataTypeID, row[index] ?? null)),
  );
  const result = { numberOfRecordsUpdated: 0, records };
  if (Buffer.byteLength(JSON.stringify(result)) > RESPONSE_BYTES) {
    const message = 'Database returned more than the allowed response size limit';
    throw new DataApiError('DatabaseErrorException', message);
  }
  return result;
}
