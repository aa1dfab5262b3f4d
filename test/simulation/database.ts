/** The Data API over one portal in virtual time: statements, transactions, a fault in force, and an instance that sleeps. */

import type { DirectoryName } from '../../contract/directories.ts';
import { databaseFaults, replyOf } from './faults.ts';
import type { Course, WireReply, WireRequest } from './network.ts';
import type { State } from './portal.ts';
import type { Timeline } from './timeline.ts';

/** What a database has of each directory: all that was committed, the newest last. */
export type States = Readonly<Record<DirectoryName, readonly [State, ...State[]]>>;

/** Smaller than the real ones, so that a short list takes several pages, and a short record several pieces. */
export interface PageSizes {
  readonly pieceCharacters: number;
  readonly pagePieces: number;
}

export const REAL_PAGES: PageSizes = { pieceCharacters: 15_000, pagePieces: 1000 };

/** An instance falls asleep when nobody has asked it for a while, and takes time to wake up. */
interface Sleep {
  readonly afterMs: number;
  readonly wakesInMs: number;
}

type OnRead = (name: DirectoryName, state: State) => void;

interface Call {
  readonly sql?: string;
  readonly transactionId?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly value: Record<string, unknown>;
  }[];
}

export class Database {
  sleep: Sleep | undefined;
  readonly #timeline: Timeline;
  readonly #states: States;
  readonly #pages: PageSizes;
  readonly #onFault: (name: string) => void;
  /** Those that are open, each with the states that it sees from its first statement on. */
  readonly #transactions = new Map<string, Map<DirectoryName, State>>();
  #begun = 0;
  #fault = 'up';
  #askedAt: number;
  #wakesAt: number | undefined;
  #healthySince: number;

  constructor(
    timeline: Timeline,
    states: States,
    pages = REAL_PAGES,
    onFault: (name: string) => void = () => {},
  ) {
    this.#timeline = timeline;
    this.#states = states;
    this.#pages = pages;
    this.#onFault = onFault;
    this.#askedAt = timeline.now;
    this.#healthySince = timeline.now;
  }

  /** `fault`: a name of `databaseFaults`, or `up`. */
  turn(fault: string): void {
    if (this.#fault !== 'up') this.#healthySince = this.#timeline.now;
    this.#fault = fault;
  }

  /** Whether every call since then has been answered as it should be. */
  isHealthySince(moment: number): boolean {
    return this.#fault === 'up' && this.#healthySince <= moment && this.#wakesAt === undefined;
  }

  stayAwake(): void {
    this.sleep = undefined;
    this.#wakesAt = undefined;
  }

  /** As a failover does: transactions that are under way end with an error. */
  loseTransactions(): void {
    this.#transactions.clear();
    this.#healthySince = this.#timeline.now;
  }

  serve({ path, body, sentAt }: WireRequest, onRead: OnRead): Course {
    const call = JSON.parse(body) as Call;
    const arrived = {
      sinceSentMs: this.#timeline.now - sentAt,
      isInTransaction: call.transactionId !== undefined,
      isWrite: false,
      healthy: (state?: 'older') => this.#reply(path, call, state === 'older' ? 1 : 0, onRead),
    };
    const isAsleep = this.#isAsleep();
    if (isAsleep || this.#fault !== 'up') this.#onFault(isAsleep ? 'asleep' : this.#fault);
    const fault = databaseFaults[isAsleep ? 'DatabaseResumingException' : this.#fault];
    return fault?.(arrived) ?? { afterMs: 5, reply: arrived.healthy() };
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

  #reply(path: string, call: Call, back: number, onRead: OnRead): WireReply {
    switch (path) {
      case '/BeginTransaction': {
        this.#begun += 1;
        this.#transactions.set(String(this.#begun), new Map());
        return json({ transactionId: String(this.#begun) });
      }
      case '/CommitTransaction':
      case '/RollbackTransaction': {
        const isOpen = this.#transactions.delete(call.transactionId ?? '');
        return isOpen ? json({ transactionStatus: 'done' }) : noTransaction;
      }
      default:
        return this.#execute(call, back, onRead);
    }
  }

  #execute({ sql = '', transactionId, parameters = [] }: Call, back: number, onRead: OnRead) {
    const seen = transactionId === undefined ? undefined : this.#transactions.get(transactionId);
    if (transactionId !== undefined && seen === undefined) return noTransaction;
    if (sql.startsWith('SET TRANSACTION')) return json({ records: [] });
    const name = /FROM directory\.(\w+)/u.exec(sql)?.[1] as DirectoryName;
    const states = this.#states[name];
    const state = seen?.get(name) ?? states.at(-1 - back) ?? states[0];
    seen?.set(name, state);
    onRead(name, state);
    const given = parameters.map((each) => [each.name, Object.values(each.value)[0]] as const);
    const isFromInside = sql.includes('WHERE id >=');
    const page = pageOf(state, isFromInside, Object.fromEntries(given), this.#pages);
    const isLast = { booleanValue: page.isLast };
    const seenState = { stringValue: String(states.indexOf(state)) };
    return json({ records: [...page.pieces, [none, none, none, seenState, isLast]] });
  }
}

const none = { isNull: true };

const noTransaction = replyOf(404, '{"message":"Transaction is not found"}', {
  'x-amzn-errortype': 'TransactionNotFoundException',
});

function json(result: unknown): WireReply {
  return replyOf(200, JSON.stringify(result));
}

/** What the statement of a page gives, computed in another way; `test/db/pages.test.ts` runs the real statement. */
function pageOf(
  { rows }: State,
  isFromInside: boolean,
  { id: place = '', piece, candidates }: Readonly<Record<string, unknown>>,
  { pieceCharacters, pagePieces }: PageSizes,
): { readonly pieces: readonly (readonly unknown[])[]; readonly isLast: boolean } {
  const following = rows.filter(({ id }) =>
    isFromInside ? id >= String(place) : id > String(place),
  );
  const looked = following.slice(0, Number(candidates));
  const all = looked.flatMap(({ id, json: record }) => {
    const texts = piecesOf(record, pieceCharacters);
    return texts
      .map((text, at) => ({
        id,
        columns: [
          { stringValue: id },
          { longValue: at + 1 },
          { longValue: texts.length },
          { stringValue: text },
          none,
        ],
      }))
      .slice(id === place ? Number(piece) : 0);
  });
  const cut = all[pagePieces]?.id;
  const isDuplicate = rows.filter(({ id }) => id === cut).length > 1;
  const end = isDuplicate ? all.findLastIndex(({ id }) => id === cut) + 1 : pagePieces; // an id is never cut in two
  const pieces = all.slice(0, end).map(({ columns }) => columns);
  const isLast = pieces.length === all.length && looked.length < Number(candidates);
  return { pieces, isLast: isLast || pieces.length === 0 };
}

/** How many calls a read of the state takes at most, in one page or in several. */
export function callsFor({ rows }: State, sizes: PageSizes, isInPages: boolean): number {
  const counts = rows.map(({ json: text }) => piecesOf(text, sizes.pieceCharacters).length);
  const pieces = counts.reduce((sum, count) => sum + count, 0);
  if (pieces <= sizes.pagePieces && !isInPages) return 1;
  const beginSetCommit = 3;
  const readInVain = 2; // where somebody wrote after the first page
  return readInVain + beginSetCommit + rows.length + pieces; // a page holds one piece at least
}

function piecesOf(text: string, characters: number): readonly string[] {
  const count = Math.max(1, Math.ceil(text.length / characters));
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * characters, (index + 1) * characters),
  );
}
