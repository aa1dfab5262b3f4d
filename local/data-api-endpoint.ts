/** The RDS Data API on 127.0.0.1, over a local database: the unchanged AWS SDK and CLI talk to it. */

import * as v from 'valibot';

import { type Clock, systemClock } from '../lambda/aws/clock.ts';
import { DataApiError, dataApiFaults, errorReply } from './data-api-errors.ts';
import {
  DatabaseUnavailableError,
  type LocalDatabase,
  onSession,
  type Session,
  SqlError,
} from './local-database.ts';
import type { Call, Reply } from './http-server.ts';
import { type FinishedCall, type StandIn, startStandIn } from './stand-in.ts';
import { bind, renderResult } from './statements.ts';
import { Transactions } from './transactions.ts';

export interface Cluster {
  readonly clusterArn: string;
  /** Secret ARN to the role behind it; `undefined` is the owner. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
}

export interface DataApiOptions extends Cluster {
  readonly database: LocalDatabase;
  readonly clock?: Clock;
  readonly onCall?: ((call: FinishedCall) => void) | undefined;
}

interface Context extends Cluster {
  readonly database: LocalDatabase;
  readonly transactions: Transactions;
  readonly signal: AbortSignal;
}

interface Operation {
  readonly name: string;
  /** From a request of a role to the body of the answer. */
  readonly answer: (
    request: Request,
    role: string | undefined,
    context: Context,
  ) => Promise<string>;
}

/** Operations by their paths. */
const operations: ReadonlyMap<string, Operation> = new Map([
  ['/Execute', { name: 'ExecuteStatement', answer: execute }],
  ['/BeginTransaction', { name: 'BeginTransaction', answer: begin }],
  ['/CommitTransaction', { name: 'CommitTransaction', answer: ending('COMMIT') }],
  ['/RollbackTransaction', { name: 'RollbackTransaction', answer: ending('ROLLBACK') }],
]);

async function begin(_: Request, role: string | undefined, { signal, transactions }: Context) {
  return JSON.stringify({ transactionId: await transactions.begin(role, signal) });
}

function ending(sql: 'COMMIT' | 'ROLLBACK'): Operation['answer'] {
  const transactionStatus = sql === 'COMMIT' ? 'Transaction Committed' : 'Rollback Complete';
  return async ({ transactionId = '' }, _, { transactions }) => {
    await transactions.end(transactionId, sql);
    return JSON.stringify({ transactionStatus });
  };
}

/** Its `close` rolls back what is open and breaks off what hangs. The database stays open: it is the caller's. */
export async function startDataApi(options: DataApiOptions): Promise<StandIn> {
  const { clock = systemClock, onCall, ...cluster } = options;
  const transactions = new Transactions(cluster.database, clock);
  const standIn = await startStandIn({
    faults: dataApiFaults,
    clock,
    operationOf: ({ request }) => operations.get(request.url ?? '')?.name ?? 'unknown',
    answer: async (call) => answerCall(call, { ...cluster, transactions, signal: call.signal }),
    onCall,
  });
  return {
    ...standIn,
    async close() {
      await standIn.close();
      await transactions.close();
    },
  };
}

/** The only place where an error becomes an answer. */
async function answerCall(call: Call, context: Context): Promise<Reply> {
  try {
    const operation = operations.get(call.request.url ?? '');
    if (operation === undefined) {
      throw new DataApiError('UnknownOperationException', 'No such operation');
    }
    const request = parse((await call.body()).toString());
    const body = await operation.answer(request, roleOf(request, context), context);
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  } catch (error) {
    const { name, message } = asDataApiError(error);
    return errorReply(name, message);
  }
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

async function execute(
  request: Request,
  role: string | undefined,
  context: Context,
): Promise<string> {
  const { sql, values } = bind(request.sql, request.parameters);
  const { database, signal, transactions } = context;
  const run = async (session: Session): Promise<string> => {
    signal.throwIfAborted();
    return renderResult(await session.query(sql, values));
  };
  return request.transactionId === undefined
    ? onSession(database, run, { role })
    : transactions.run(request.transactionId, run);
}

/** @throws BadRequestException that names the field, never its value. */
function parse(json: string): Request {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), Request), json);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new DataApiError(
    'BadRequestException',
    `Value at '${v.getDotPath(issue) ?? 'body'}' is not valid: expected ${issue.expected ?? issue.type}`,
  );
}

/** The role behind the secret. @throws SecretsErrorException; NotFoundException where the cluster is not this one. */
function roleOf({ resourceArn, secretArn }: Request, cluster: Cluster): string | undefined {
  if (resourceArn !== cluster.clusterArn) {
    throw new DataApiError('NotFoundException', `The cluster ${resourceArn} can't be found`);
  }
  if (!Object.hasOwn(cluster.secrets, secretArn)) {
    throw new DataApiError('SecretsErrorException', `The secret ${secretArn} wasn't found`);
  }
  return cluster.secrets[secretArn];
}

function databaseError(message: string, sqlState: string, cause?: unknown): DataApiError {
  return new DataApiError('DatabaseErrorException', `${message}; SQLState: ${sqlState}`, cause);
}

/** PostgreSQL's code of a statement that ran into `statement_timeout`. */
const QUERY_CANCELED = '57014';

/** Classes 08 and 57P are a server that closes the connection, not an error in the statement. */
function asDataApiError(error: unknown): DataApiError {
  if (error instanceof DataApiError) return error;
  if (error instanceof DatabaseUnavailableError) {
    return new DataApiError('DatabaseUnavailableException', 'The database is unavailable.', error);
  }
  if (!(error instanceof SqlError)) throw error; // a bug of ours, or the client is gone
  const { message, position, sqlState } = error;
  if (sqlState === QUERY_CANCELED) {
    return new DataApiError('StatementTimeoutException', 'Request timed out', error);
  }
  if (/^(?:08|57P)/.test(sqlState)) {
    return new DataApiError('DatabaseUnavailableException', message, error);
  }
  const at = position === undefined ? '' : `\n  Position: ${position}`;
  return databaseError(`ERROR: ${message}${at}`, sqlState, error);
}
