/** The five operations: from the body of a request to the body of its answer. */

import type { LocalDatabase, Session } from '../database/local-database.ts';
import { bind, type BoundStatement } from './bind.ts';
import { type Caller, type Cluster, identify } from './caller.ts';
import {
  BatchExecuteRequest,
  BeginTransactionRequest,
  EndTransactionRequest,
  ExecuteRequest,
  parseRequest,
} from './requests.ts';
import { renderResult } from './result.ts';
import { type RunOptions, runStatement } from './run-statement.ts';
import type { Transactions } from './transactions.ts';

export interface OperationContext extends RunOptions {
  readonly cluster: Cluster;
  readonly database: LocalDatabase;
  readonly transactions: Transactions;
}

export interface Answer {
  readonly body: string;
  readonly rows: number;
}

export interface Operation {
  readonly name: string;
  readonly answer: (body: string, context: OperationContext) => Promise<Answer>;
}

export const operations: Readonly<Record<string, Operation>> = {
  '/Execute': { name: 'ExecuteStatement', answer: execute },
  '/BatchExecute': { name: 'BatchExecuteStatement', answer: batchExecute },
  '/BeginTransaction': { name: 'BeginTransaction', answer: begin },
  '/CommitTransaction': { name: 'CommitTransaction', answer: commit },
  '/RollbackTransaction': { name: 'RollbackTransaction', answer: rollback },
};

async function execute(body: string, context: OperationContext): Promise<Answer> {
  const request = parseRequest(ExecuteRequest, body);
  const caller = identify(request, context.cluster);
  const statement = bind(request.sql, request.parameters);
  const options = { ...context, unlimited: request.continueAfterTimeout };

  return onSession(request.transactionId, caller, context, async (session) => {
    const result = await runStatement(session, statement, options);
    return { body: await renderResult(result, session, request), rows: result.rows.length };
  });
}

/** All sets or none: outside a transaction the call is one by itself. */
async function batchExecute(body: string, context: OperationContext): Promise<Answer> {
  const { sql, parameterSets, transactionId, ...target } = parseRequest(BatchExecuteRequest, body);
  const caller = identify(target, context.cluster);
  const sets = parameterSets.length === 0 ? [[]] : parameterSets;
  const statements = sets.map((parameters) => bind(sql, parameters));

  await onSession(transactionId, caller, context, async (session) => {
    if (transactionId === undefined) await session.query('BEGIN');
    await runInTurn(session, statements, context);
    if (transactionId === undefined) await session.query('COMMIT');
  });
  const updateResults = parameterSets.map(() => ({ generatedFields: [] }));
  return { body: JSON.stringify({ updateResults }), rows: 0 };
}

async function begin(body: string, context: OperationContext): Promise<Answer> {
  const caller = identify(parseRequest(BeginTransactionRequest, body), context.cluster);
  const transactionId = await context.transactions.begin(caller, context.signal);
  return { body: JSON.stringify({ transactionId }), rows: 0 };
}

async function commit(body: string, { cluster, transactions }: OperationContext): Promise<Answer> {
  const request = parseRequest(EndTransactionRequest, body);
  await transactions.commit(request.transactionId, identify(request, cluster));
  return { body: JSON.stringify({ transactionStatus: 'Transaction Committed' }), rows: 0 };
}

async function rollback(
  body: string,
  { cluster, transactions }: OperationContext,
): Promise<Answer> {
  const request = parseRequest(EndTransactionRequest, body);
  await transactions.rollback(request.transactionId, identify(request, cluster));
  return { body: JSON.stringify({ transactionStatus: 'Rollback Complete' }), rows: 0 };
}

/** On the transaction's session, or on one for this call alone. */
async function onSession<T>(
  transactionId: string | undefined,
  caller: Caller,
  { database, transactions, signal }: OperationContext,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  if (transactionId !== undefined) return transactions.run(transactionId, caller, work);
  const session = await database.session({ role: caller.role, signal });
  try {
    return await work(session);
  } finally {
    await session.release();
  }
}

async function runInTurn(
  session: Session,
  statements: readonly BoundStatement[],
  options: RunOptions,
): Promise<void> {
  for (const statement of statements) {
    // oxlint-disable-next-line no-await-in-loop -- a connection runs one statement at a time
    await runStatement(session, statement, options);
  }
}
