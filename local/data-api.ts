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
} from './database.ts';
import type { Call, Reply } from './http-server.ts';
import { type FinishedCall, type StandIn, startStandIn } from './stand-in.ts';
import { bind, renderResult } from './statements.ts';
import { type Caller, Transactions } from './transactions.ts';

export interface Cluster {
  readonly clusterArn: string;
  readonly databaseName: string;
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
  /** From the body of a request to the body of its answer. */
  readonly answer: (json: string, context: Context) => Promise<string>;
}

/** Operations by their paths. */
const operations: Readonly<Record<string, Operation>> = {
  '/Execute': { name: 'ExecuteStatement', answer: execute },
  '/BeginTransaction': { name: 'BeginTransaction', answer: begin },
  '/CommitTransaction': {
    name: 'CommitTransaction',
    answer: async (json, context) => end(json, context, 'COMMIT', 'Transaction Committed'),
  },
  '/RollbackTransaction': {
    name: 'RollbackTransaction',
    answer: async (json, context) => end(json, context, 'ROLLBACK', 'Rollback Complete'),
  },
};

/** Its `close` rolls back what is open and breaks off what hangs. The database stays open: it is the caller's. */
export async function startDataApi(options: DataApiOptions): Promise<StandIn> {
  const { clock = systemClock, onCall, ...cluster } = options;
  const transactions = new Transactions(cluster.database, clock);
  const standIn = await startStandIn({
    faults: dataApiFaults,
    clock,
    operationOf: (call) => operationOf(call)?.name ?? 'unknown',
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

function operationOf({ request }: Call): Operation | undefined {
  const path = request.url ?? '';
  const isOperation = request.method === 'POST' && Object.hasOwn(operations, path);
  return isOperation ? operations[path] : undefined;
}

/** The only place where an error becomes an answer. */
async function answerCall(call: Call, context: Context): Promise<Reply> {
  try {
    const operation = operationOf(call);
    if (operation === undefined) {
      throw new DataApiError('UnknownOperationException', 'No such operation');
    }
    const body = await operation.answer((await call.body()).toString(), context);
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  } catch (error) {
    const { name, message } = asDataApiError(error);
    return errorReply(name, message);
  }
}

const Target = { resourceArn: v.string(), secretArn: v.string(), database: v.optional(v.string()) };
const BeginRequest = v.strictObject(Target);
const EndRequest = v.object({ ...Target, transactionId: v.string() });
const ExecuteRequest = v.strictObject({
  ...Target,
  sql: v.pipe(v.string(), v.maxLength(65_536)),
  transactionId: v.optional(v.string()),
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

async function execute(json: string, context: Context): Promise<string> {
  const request = parse(ExecuteRequest, json);
  const caller = identify(request, context);
  const { sql, values } = bind(request.sql, request.parameters);
  const { database, signal, transactions } = context;
  const run = async (session: Session): Promise<string> => {
    signal.throwIfAborted();
    return renderResult(await session.query(sql, values));
  };
  return request.transactionId === undefined
    ? onSession(database, run, { role: caller.role, signal })
    : transactions.run(request.transactionId, caller, run);
}

async function begin(json: string, context: Context): Promise<string> {
  const caller = identify(parse(BeginRequest, json), context);
  return JSON.stringify({
    transactionId: await context.transactions.begin(caller, context.signal),
  });
}

async function end(
  json: string,
  context: Context,
  sql: 'COMMIT' | 'ROLLBACK',
  transactionStatus: string,
): Promise<string> {
  const request = parse(EndRequest, json);
  await context.transactions.end(request.transactionId, identify(request, context), sql);
  return JSON.stringify({ transactionStatus });
}

/** @throws BadRequestException that names the field, never its value. */
function parse<S extends v.GenericSchema>(schema: S, json: string): v.InferOutput<S> {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), json);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new DataApiError(
    'BadRequestException',
    `Value at '${v.getDotPath(issue) ?? 'body'}' is not valid: expected ${issue.expected ?? issue.type}`,
  );
}

/**
 * The errors are those that the API model describes so: `NotFoundException` "the resourceArn ... can't be found",
 * `SecretsErrorException` "the secret provided wasn't found". In AWS, IAM may answer first, with AccessDenied.
 */
function identify(
  { resourceArn, secretArn, database }: v.InferOutput<typeof BeginRequest>,
  cluster: Cluster,
): Caller {
  if (resourceArn !== cluster.clusterArn) {
    throw new DataApiError('NotFoundException', `The cluster ${resourceArn} can't be found`);
  }
  if (!Object.hasOwn(cluster.secrets, secretArn)) {
    throw new DataApiError('SecretsErrorException', `The secret ${secretArn} wasn't found`);
  }
  if (database !== undefined && database !== cluster.databaseName) {
    throw new DataApiError(
      'DatabaseErrorException',
      `FATAL: database "${database}" does not exist; SQLState: 3D000`,
    );
  }
  return { secretArn, role: cluster.secrets[secretArn] };
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
  return new DataApiError(
    'DatabaseErrorException',
    `ERROR: ${message}${at}; SQLState: ${sqlState}`,
    error,
  );
}
