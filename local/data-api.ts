/** The RDS Data API on 127.0.0.1, over a local database: the unchanged AWS SDK and CLI talk to it. */

import { randomUUID } from 'node:crypto';

import * as v from 'valibot';

import type { Call, Reply } from './http-server.ts';
import {
  DatabaseUnavailableError,
  type LocalDatabase,
  onSession,
  type Session,
  SqlError,
} from './local-database.ts';
import { dataApiError, Faults, type FinishedCall, type StandIn, startStandIn } from './stand-in.ts';
import { bind, DataApiError, renderResult } from './statements.ts';

export interface DataApiOptions {
  readonly database: LocalDatabase;
  readonly clusterArn: string;
  readonly databaseName: string;
  /** The role behind each secret's ARN; `undefined` is the owner. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  readonly onCall?: ((call: FinishedCall) => void) | undefined;
}

const Request = v.strictObject({
  resourceArn: v.string(),
  secretArn: v.string(),
  database: v.optional(v.string()),
  transactionId: v.optional(v.string()),
  sql: v.optional(v.pipe(v.string(), v.maxLength(65_536)), ''),
  parameters: v.optional(
    v.array(
      v.object({
        name: v.string(),
        value: v.union([
          v.strictObject({ stringValue: v.string() }),
          v.strictObject({ longValue: v.number() }),
        ]),
      }),
    ),
    [],
  ),
});

type Request = v.InferOutput<typeof Request>;

/** Its `close` rolls back what is open and breaks off what hangs. The database stays open: it is the caller's. */
export async function startDataApi(options: DataApiOptions): Promise<StandIn> {
  const transactions = new Transactions();
  const standIn = await startStandIn({
    faults: new Faults('database'),
    operationOf,
    answer: async (call) => {
      try {
        const request = parse((await call.body()).toString());
        const body = await answer(call, request, options, transactions);
        const headers = { 'content-type': 'application/json' };
        return { status: 200, headers, body: JSON.stringify(body) };
      } catch (error) {
        return errorReply(error);
      }
    },
    onCall: options.onCall,
  });
  return {
    ...standIn,
    async close() {
      await standIn.close();
      await transactions.close();
    },
  };
}

function operationOf({ request }: Call): string {
  const action = (request.url ?? '').slice(1);
  return action === 'Execute' ? 'ExecuteStatement' : action;
}

async function answer(
  call: Call,
  request: Request,
  { database, ...cluster }: DataApiOptions,
  transactions: Transactions,
): Promise<object> {
  const { transactionId, sql, parameters } = request;
  const role = roleOf(request, cluster);
  switch (operationOf(call)) {
    case 'ExecuteStatement': {
      const statement = bind(sql, parameters);
      const run = async (session: Session): Promise<object> => {
        call.signal.throwIfAborted(); // it waited for a session, and its client is gone
        return renderResult(await session.query(statement.sql, statement.values));
      };
      return transactionId === undefined
        ? onSession(database, run, { role })
        : transactions.run(transactionId, run);
    }
    case 'BeginTransaction':
      return { transactionId: await transactions.begin(await database.session({ role })) };
    case 'CommitTransaction':
      await transactions.end(transactionId ?? '', 'COMMIT');
      return { transactionStatus: 'Transaction Committed' };
    case 'RollbackTransaction':
      await transactions.end(transactionId ?? '', 'ROLLBACK');
      return { transactionStatus: 'Rollback Complete' };
    default:
      throw new DataApiError('UnknownOperationException', 'No such operation');
  }
}

/** @throws BadRequestException that names the field, never its value. */
function parse(json: string): Request {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), Request), json);
  if (result.success) return result.output;
  const field = v.getDotPath(result.issues[0]) ?? 'body';
  throw new DataApiError('BadRequestException', `Value at '${field}' is not valid`);
}

/** The role behind a request's secret. The errors are those of the API's model; IAM may answer first in AWS. */
function roleOf(
  { resourceArn, secretArn, database }: Request,
  { clusterArn, databaseName, secrets }: Omit<DataApiOptions, 'database'>,
): string | undefined {
  if (resourceArn !== clusterArn) {
    throw new DataApiError('NotFoundException', `The cluster ${resourceArn} can't be found`);
  }
  if (!Object.hasOwn(secrets, secretArn)) {
    throw new DataApiError('SecretsErrorException', `The secret ${secretArn} wasn't found`);
  }
  if (database !== undefined && database !== databaseName) {
    throw new SqlError(`database "${database}" does not exist`, '3D000');
  }
  return secrets[secretArn];
}

/** PostgreSQL's code of a statement that ran into `statement_timeout`. */
const QUERY_CANCELED = '57014';

/** @throws a bug of ours, and the reason why a client is gone. */
function errorReply(error: unknown): Reply {
  if (error instanceof DataApiError) return dataApiError(error.name, error.message);
  if (error instanceof DatabaseUnavailableError) {
    return dataApiError('DatabaseUnavailableException', 'The database is unavailable.');
  }
  if (!(error instanceof SqlError)) throw error;
  const { message, position, sqlState } = error;
  if (sqlState === QUERY_CANCELED) {
    return dataApiError('StatementTimeoutException', 'Request timed out');
  }
  const at = position === undefined ? '' : `\n  Position: ${position}`;
  return dataApiError('DatabaseErrorException', `ERROR: ${message}${at}; SQLState: ${sqlState}`);
}

/** AWS waits for three minutes. With a single session, a transaction whose client has died would hold up everybody. */
const IDLE_MS = 4000;

interface Transaction {
  readonly session: Session;
  timer: NodeJS.Timeout;
}

/** Open transactions by their ids. Each keeps a session between calls, until it is ended or has been idle. */
class Transactions {
  readonly #open = new Map<string, Transaction>();

  /** Resolves to its id. */
  async begin(session: Session): Promise<string> {
    try {
      await session.query('BEGIN');
    } catch (error) {
      await session.release();
      throw error;
    }
    const id = randomUUID();
    this.#open.set(id, { session, timer: this.#timer(id) });
    return id;
  }

  /** Any error, one of ours about its result too, ends the transaction. @throws TransactionNotFoundException */
  async run<T>(id: string, work: (session: Session) => Promise<T>): Promise<T> {
    const transaction = this.#open.get(id);
    if (transaction === undefined) {
      throw new DataApiError('TransactionNotFoundException', `Transaction ${id} is not found`);
    }
    clearTimeout(transaction.timer);
    try {
      const result = await work(transaction.session);
      transaction.timer = this.#timer(id);
      return result;
    } catch (error) {
      await this.#release(id);
      throw error;
    }
  }

  async end(id: string, sql: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    await this.run(id, async (session) => session.query(sql));
    await this.#release(id);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map(async (id) => this.#release(id)));
  }

  /** Rolls back what was not committed. */
  async #release(id: string): Promise<void> {
    const transaction = this.#open.get(id);
    this.#open.delete(id);
    clearTimeout(transaction?.timer);
    await transaction?.session.release();
  }

  #timer(id: string): NodeJS.Timeout {
    return setTimeout(() => void this.#release(id), IDLE_MS);
  }
}
