/** The RDS Data API on 127.0.0.1, over a local database: the unchanged AWS SDK and CLI talk to it. */

import { type Clock, systemClock } from '../clock.ts';
import type { LocalDatabase } from '../database/local-database.ts';
import { CallCounter } from '../endpoint/call-counter.ts';
import { Faults } from '../endpoint/faults.ts';
import type { Outcome } from '../endpoint/reply.ts';
import { type Server, startServer } from '../endpoint/server.ts';
import { answerCall, operationOf } from './answer-call.ts';
import type { Cluster } from './caller.ts';
import { dataApiFaults } from './faults.ts';
import { Transactions } from './transactions.ts';

export interface DataApiOptions extends Cluster {
  readonly database: LocalDatabase;
  /** Any free port where none is given. */
  readonly port?: number;
  readonly clock?: Clock;
  /** Told about every call when it is over, for a log line. */
  readonly onCall?: (call: FinishedCall) => void;
}

export interface FinishedCall {
  readonly operation: string;
  /** The fault in force when it arrived: `up` where there was none. */
  readonly fault: string;
  /** `reset` where there was no answer. */
  readonly status: number | 'reset';
  /** AWS's name of the error, where it was one. */
  readonly error: string | undefined;
  readonly ms: number;
  /** Of the answer's body. */
  readonly bytes: number;
  /** Records returned. */
  readonly rows: number;
}

export interface DataApi {
  readonly url: string;
  readonly faults: Faults;
  /** By operation: `ExecuteStatement`, `BeginTransaction`, ... */
  readonly calls: CallCounter;
  /** Rolls back what is open and breaks off what hangs. The database stays open: it is the caller's. */
  close(): Promise<void>;
}

export async function startDataApi(options: DataApiOptions): Promise<DataApi> {
  const { database, clock = systemClock, port, onCall } = options;
  const transactions = new Transactions(database, clock);
  const calls = new CallCounter();
  const faults = new Faults(dataApiFaults, () => server, clock);

  const server: Server = await startServer(async (call) => {
    const operation = operationOf(call)?.name ?? 'unknown';
    const { name: fault } = faults;
    const startedAt = clock.now();
    let rows = 0;
    calls.add(operation);

    const outcome = await faults.outcome(call, async () => {
      const context = { cluster: options, database, transactions, clock, signal: call.signal };
      const reply = await answerCall(call, context);
      rows = reply.rows;
      return reply;
    });
    onCall?.({ operation, fault, ms: clock.now() - startedAt, rows, ...summary(outcome) });
    return outcome;
  }, port);

  return {
    url: server.url,
    faults,
    calls,
    async close() {
      await server.close();
      await transactions.close();
    },
  };
}

function summary(outcome: Outcome): Pick<FinishedCall, 'status' | 'error' | 'bytes'> {
  if (outcome === 'reset') return { status: outcome, error: undefined, bytes: 0 };
  const { status, headers, body } = outcome;
  return { status, error: headers['x-amzn-errortype'], bytes: Buffer.byteLength(body) };
}
