/** The RDS Data API on 127.0.0.1, over a local database: the unchanged AWS SDK and CLI talk to it. */

import * as v from 'valibot';

import { type Clock, systemClock } from '../../lambda/aws/clock.ts';
import {
  DatabaseUnavailableError,
  type LocalDatabase,
  onSession,
  type Session,
  SqlError,
} from '../database/local-database.ts';
import { type Endpoint, startEndpoint } from '../endpoint/faults.ts';
import { jsonError, jsonReply } from '../endpoint/replies.ts';
import type { Call, Reply } from '../endpoint/server.ts';
import { DataApiError, dataApiFaults, exceptions } from './exceptions.ts';
import { bind, renderResult, runStatement } from './statements.ts';
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
  /** Called with every call when it is over. */
  readonly onCall?: (call: FinishedCall) => void;
}

export interface FinishedCall {
  readonly operation: string;
  /** `reset` where there was no answer. */
  readonly status: number | 'reset';
  /** Of the answer's body. */
  readonly bytes: number;
}

/** Counts its calls by operation: `ExecuteStatement`, `BeginTransaction`, ... */
export type DataApi = Endpoint;

/** Its `close` rolls back what is open and breaks off what hangs. The database stays open: it is the caller's. */
export async function startDataApi(options: DataApiOptions): Promise<DataApi> {
  const { database, clock = systemClock, onCall } = options;
  const transactions = new Transactions(database, clock);
  const context = { cluster: options, database, transactions, clock };
  const endpoint = await startEndpoint({
    faults: dataApiFaults,
    clock,
    operationOf: (call) => operationOf(call)?.name ?? 'unknown',
    answer: async (call) => answerCall(call, { ...context, signal: call.signal }),
    onOutcome(operation, outcome) {
      const answered =
        outcome === 'reset'
          ? { status: outcome, bytes: 0 }
          : { status: outcome.status, bytes: Buffer.byteLength(outcome.body) };
      onCall?.({ operation, ...answered });
    },
  });
  return {
    ...endpoint,
    async close() {
      await endpoint.close();
      await transactions.close();
    },
  };
}

interface Context {
  readonly cluster: Cluster;
  readonly database: LocalDatabase;
  readonly transactions: Transactions;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The only place where an error becomes an answer. */
async function answerCall(call: Call, context: Context): Promise<Reply> {
  const operation = operationOf(call);
  if (operation === undefined) {
    return jsonError('UnknownOperationException', 404, 'No such operation');
  }
  try {
    const json = (await call.body()).toString();
    return { ...jsonReply({}), body: await operation.answer(json, context) };
  } catch (error) {
    const { name, message } = asDataApiError(error);
    return jsonError(name, exceptions[name].status, message);
  }
}

interface Operation {
  readonly name: string;
  /** From the body of a request to the body of its answer. */
  readonly answer: (json: string, context: Context) => Promise<string>;
}

/** By path. */
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

function operationOf({ request }: Call): Operation | undefined {
  const path = request.url ?? '';
  const isOperation = request.method === 'POST' && Object.hasOwn(operations, path);
  return isOperation ? operations[path] : undefined;
}

const Arn = v.pipe(v.string(), v.minLength(11), v.maxLength(100));
const Target = { resourceArn: Arn, secretArn: Arn, database: v.optional(v.string()) };
const BeginTransactionRequest = v.strictObject(Target);
const EndTransactionRequest = v.object({ ...Target, transactionId: v.string() });
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
  const { transactionId, sql, parameters } = request;
  const caller = identify(request, context.cluster);
  const statement = bind(sql, parameters);
  return withSession(transactionId, caller, context, async (session) =>
    renderResult(await runStatement(session, statement, context)),
  );
}

async function begin(json: string, context: Context): Promise<string> {
  const caller = identify(parse(BeginTransactionRequest, json), context.cluster);
  const transactionId = await context.transactions.begin(caller, context.signal);
  return JSON.stringify({ transactionId });
}

async function end(
  json: string,
  { cluster, transactions }: Context,
  sql: 'COMMIT' | 'ROLLBACK',
  transactionStatus: string,
): Promise<string> {
  const request = parse(EndTransactionRequest, json);
  await transactions.end(request.transactionId, identify(request, cluster), sql);
  return JSON.stringify({ transactionStatus });
}

/** On the transaction's session, or on one for this call alone. */
async function withSession<T>(
  transactionId: string | undefined,
  caller: Caller,
  { database, transactions, signal }: Context,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  if (transactionId !== undefined) return transactions.run(transactionId, caller, work);
  return onSession(database, work, { role: caller.role, signal });
}

/** @throws BadRequestException that names the field, never its value. */
function parse<S extends v.GenericSchema>(schema: S, json: string): v.InferOutput<S> {
  const result = v.safeParse(schema, parseJson(json));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new DataApiError(
    'BadRequestException',
    `Value at '${v.getDotPath(issue) ?? 'body'}' is not valid: expected ${issue.expected ?? issue.type}`,
  );
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new DataApiError('BadRequestException', 'The request body is not JSON', error);
  }
}

/**
 * The errors are those that the API model describes so: `NotFoundException` "the resourceArn ... can't be found",
 * `SecretsErrorException` "the secret provided wasn't found". In AWS, IAM may answer first, with AccessDenied.
 */
function identify(
  { resourceArn, secretArn, database }: v.InferOutput<typeof BeginTransactionRequest>,
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

function asDataApiError(error: unknown): DataApiError {
  if (error instanceof DataApiError) return error;
  if (error instanceof SqlError) return asSqlException(error);
  if (error instanceof DatabaseUnavailableError) {
    return new DataApiError('DatabaseUnavailableException', 'The database is unavailable.', error);
  }
  throw error; // a bug of ours, or the client is gone
}

/** Classes 08 and 57P are a server that closes the connection, not an error in the statement. */
function asSqlException(error: SqlError): DataApiError {
  if (/^(?:08|57P)/.test(error.sqlState)) {
    return new DataApiError('DatabaseUnavailableException', error.message, error);
  }
  const position = error.position === undefined ? '' : `\n  Position: ${error.position}`;
  return new DataApiError(
    'DatabaseErrorException',
    `ERROR: ${error.message}${position}; SQLState: ${error.sqlState}`,
    error,
  );
}
