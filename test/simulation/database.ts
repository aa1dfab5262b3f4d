/** The Data API over one portal in virtual time: statements, transactions, a fault in force, and an instance that sleeps. */

import type { DirectoryName } from '../../contract/directories.ts';
import { type DatabaseFault, exception } from './database-faults.ts';
import { pageOf, type PageSizes } from './pages.ts';
import type { State, States } from './portal.ts';
import type { Timeline } from './timeline.ts';
import type { Course, WireReply, WireRequest } from './wire.ts';

/** An instance that nobody asks for a while sleeps, and takes its time to wake up. */
export interface Sleep {
  readonly afterMs: number;
  readonly wakesInMs: number;
}

/** Which state is read. */
export type OnRead = (name: DirectoryName, state: State) => void;

interface Asked {
  readonly sql?: string;
  readonly transactionId?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly value: Record<string, unknown>;
  }[];
}

export class Database {
  readonly portals: Readonly<Record<DirectoryName, States>>;
  sleep: Sleep | undefined;
  /** Counts a fault that a call met. */
  onFault: (name: string) => void = () => {};
  readonly #timeline: Timeline;
  readonly #pages: PageSizes;
  /** Transactions that are open, each with the states that it sees from its first statement on. */
  readonly #transactions = new Map<string, Map<DirectoryName, State>>();
  #begun = 0;
  #fault: { readonly name: string; readonly fault: DatabaseFault } | undefined;
  #askedAt: number;
  #wakesAt: number | undefined;
  /** Since when everything is well. */
  #healthySince: number;

  constructor(timeline: Timeline, portals: Database['portals'], pages: PageSizes) {
    this.#timeline = timeline;
    this.#pages = pages;
    this.portals = portals;
    this.#askedAt = timeline.now;
    this.#healthySince = timeline.now;
  }

  fail(name: string, fault: DatabaseFault): void {
    this.#fault = { name, fault };
  }

  heal(): void {
    if (this.#fault !== undefined) this.#healthySince = this.#timeline.now;
    this.#fault = undefined;
  }

  /** Whether every call since then has been answered as it should be. */
  isHealthySince(moment: number): boolean {
    return this.#fault === undefined && this.#healthySince <= moment && this.#wakesAt === undefined;
  }

  stayAwake(): void {
    this.sleep = undefined;
    this.#wakesAt = undefined;
  }

  /** Ends every transaction, as a failover does: what is under way is not answered as it should be. */
  loseTransactions(): void {
    this.#transactions.clear();
    this.#healthySince = this.#timeline.now;
  }

  serve(request: WireRequest, onRead: OnRead): Course {
    const asked = JSON.parse(request.body) as Asked;
    if (this.#isAsleep()) {
      this.onFault('asleep');
      return resuming({
        sinceSentMs: 0,
        isInTransaction: false,
        healthy: never,
        healthyOnOlderState: never,
      });
    }
    const healthy = (back = 0): WireReply => this.#reply(request.path, asked, back, onRead);
    if (this.#fault === undefined) return { afterMs: 5, reply: healthy() };
    this.onFault(this.#fault.name);
    return this.#fault.fault({
      sinceSentMs: this.#timeline.now - request.sentAt,
      isInTransaction: asked.transactionId !== undefined,
      healthy,
      healthyOnOlderState: () => healthy(1),
    });
  }

  /** A call wakes it up, but is not answered any more. */
  #isAsleep(): boolean {
    if (this.sleep === undefined) return false;
    const { now } = this.#timeline;
    const { afterMs, wakesInMs } = this.sleep;
    if (this.#wakesAt !== undefined && now >= this.#wakesAt) {
      this.#healthySince = Math.max(this.#healthySince, this.#wakesAt);
      this.#askedAt = this.#wakesAt;
      this.#wakesAt = undefined;
    }
    if (this.#wakesAt === undefined && now - this.#askedAt > afterMs)
      this.#wakesAt = now + wakesInMs;
    this.#askedAt = now;
    return this.#wakesAt !== undefined;
  }

  #reply(path: string, asked: Asked, back: number, onRead: OnRead): WireReply {
    switch (path) {
      case '/BeginTransaction': {
        this.#begun += 1;
        this.#transactions.set(String(this.#begun), new Map());
        return json({ transactionId: String(this.#begun) });
      }
      case '/CommitTransaction':
      case '/RollbackTransaction': {
        const isOpen = this.#transactions.delete(asked.transactionId ?? '');
        return isOpen ? json({ transactionStatus: 'done' }) : gone;
      }
      default:
        return this.#execute(asked, back, onRead);
    }
  }

  #execute(
    { sql = '', transactionId, parameters = [] }: Asked,
    back: number,
    onRead: OnRead,
  ): WireReply {
    const seen = transactionId === undefined ? undefined : this.#transactions.get(transactionId);
    if (transactionId !== undefined && seen === undefined) return gone;
    if (sql.startsWith('SET TRANSACTION')) return json({ records: [] });
    const name = /FROM directory\.(\w+)/u.exec(sql)?.[1] as DirectoryName;
    const { states } = this.portals[name];
    const state = seen?.get(name) ?? states.at(-1 - back) ?? this.portals[name].current;
    seen?.set(name, state);
    onRead(name, state);
    const given = Object.fromEntries(
      parameters.map((each) => [each.name, Object.values(each.value)[0]]),
    );
    return json({ records: pageOf(state, sql.includes('WHERE id >='), given, this.#pages) });
  }
}

const resuming = exception('DatabaseResumingException', 400);

function never(): never {
  throw new Error('A database that sleeps answers nothing');
}

function json(told: unknown): WireReply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(told)),
  };
}

const gone: WireReply = {
  status: 404,
  headers: {
    'content-type': 'application/json',
    'x-amzn-errortype': 'TransactionNotFoundException',
  },
  body: Buffer.from(JSON.stringify({ message: 'Transaction is not found' })),
};
