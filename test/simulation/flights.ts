/** Requests and refreshes that are under way, and the checks of each when it ends. */

import type { Refreshed, RefreshEvent } from '../../contract/refresh.ts';
import { checkAnswer, checkEnd, type Circumstances } from './checks.ts';
import { MINUTE_MS } from './durations.ts';
import { type Life, MEMORY_MS } from './run.ts';
import { callsFor } from './pages.ts';
import type { Invocation, Process } from './process.ts';
import type { SimulatedRequest } from './requests.ts';

interface Flight {
  readonly process: Process;
  readonly invocation: Invocation;
  /** Absent on a refresh. */
  readonly request: SimulatedRequest | undefined;
  /** The process's last one before that asked the database. */
  readonly lastRead: Invocation | undefined;
  /** Whether the process had served a list before. */
  readonly remembered: boolean;
  /** Whether there was a copy before. */
  readonly wasKept: boolean;
}

/** Clocks of two processes differ by no more. */
const CLOCKS_DIFFER_MS = 4 * MINUTE_MS;

const ETAGS_KNOWN = 10;

export class Flights {
  readonly #life: Life;
  #flights: Flight[] = [];
  /** Whether a list ever seemed longer than it was, so that it was read in pages. */
  wasLiedTo = false;

  constructor(life: Life) {
    this.#life = life;
  }

  get count(): number {
    return this.#flights.length;
  }

  ask(process: Process, request: SimulatedRequest): void {
    this.#life.diary.requests += 1;
    this.#start(process, request.event, request, `asked ${request.method}`);
  }

  refresh(process: Process, refresh: RefreshEvent['refresh']): void {
    this.#start(process, { refresh }, undefined, `refresh ${JSON.stringify(refresh)}`);
  }

  /** The process is gone, and nobody waits for its answer. */
  forget(process: Process): void {
    this.#flights = this.#flights.filter((flight) => flight.process !== process);
  }

  /** Lets time pass, and checks what ends in it. */
  async pass(milliseconds: number): Promise<void> {
    const { timeline } = this.#life;
    await timeline.passUntil(timeline.now + milliseconds, () => {
      this.#collect();
    });
  }

  #start(
    process: Process,
    event: Invocation['event'],
    request: SimulatedRequest | undefined,
    told: string,
  ): void {
    const { remembers: remembered, lastRead, directory } = process;
    const { wasKept } = this.#life.pasts[directory.name];
    const invocation = process.invoke(event);
    this.#flights.push({ process, invocation, request, lastRead, remembered, wasKept });
    this.#life.diary.trace(`${process.name} ${told}`);
  }

  #collect(): void {
    const ended = this.#flights.filter(({ invocation }) => invocation.endedAt !== undefined);
    if (ended.length === 0) return;
    this.#flights = this.#flights.filter(({ invocation }) => invocation.endedAt === undefined);
    for (const flight of ended) this.#check(flight);
  }

  #check(flight: Flight): void {
    const { process, invocation, request } = flight;
    const { diary, surroundings } = this.#life;
    const circumstances = this.#circumstances(flight);
    process.current = undefined;
    if ('POST' in invocation.calls) process.lastRead = invocation;
    checkEnd(invocation, circumstances, surroundings.logs.take());
    const { startedAt, endedAt = NaN, frozenMs } = invocation;
    diary.slowestMs = Math.max(diary.slowestMs, endedAt - startedAt - frozenMs);
    if (request !== undefined) {
      this.#checkAnswer(flight, request, circumstances);
      return;
    }
    process.remembers ||= hasList(invocation.result as Refreshed);
    diary.answered('refresh');
    diary.trace(`${process.name} refreshed ${JSON.stringify(invocation.result)}`);
  }

  #checkAnswer(
    { process, invocation }: Flight,
    request: SimulatedRequest,
    circumstances: Circumstances,
  ): void {
    const { diary, etags, pasts } = this.#life;
    const past = pasts[process.directory.name];
    const { status, source, cachedAt, sha256 } = checkAnswer(
      invocation,
      request,
      circumstances,
      past,
    );
    process.remembers ||= [200, 304, 406].includes(status);
    if (sha256 !== '') etags.push(`W/"${sha256}"`);
    if (etags.length > ETAGS_KNOWN) etags.shift();
    diary.answered(`${status} ${source}`.trim());
    const { startedAt, endedAt = NaN, calls } = invocation;
    diary.trace(
      `${process.name} ${status} ${source} ${cachedAt} ${sha256.slice(0, 8)} ${endedAt - startedAt} ms ${JSON.stringify(calls)}`,
    );
  }

  #circumstances({ process, invocation, lastRead, remembered, wasKept }: Flight): Circumstances {
    const { clocks, database, isHard, pages, pasts } = this.#life;
    const past = pasts[process.directory.name];
    const wasFrozen = process.frozenUntil > invocation.startedAt - MEMORY_MS;
    const isCalm = !wasFrozen && clocks !== 'jumping';
    const rememberedSince =
      invocation.startedAt - MEMORY_MS - (clocks === 'skewed' ? CLOCKS_DIFFER_MS : 0);
    const { startedAt, endedAt = NaN } = lastRead ?? invocation;
    // A read that failed is remembered from its end; it may have begun long before.
    const since =
      endedAt >= rememberedSince ? Math.min(startedAt, rememberedSince) : rememberedSince;
    const isWell = database.isHealthySince(since) && past.isPublishableSince(since);
    return {
      remembered,
      mustBeFresh: isCalm && isWell,
      mustBeServed: isCalm && !isHard && wasKept,
      timesAreTrue: clocks === 'true' && !past.hadWrongTime,
      memoryMs: MEMORY_MS,
      mostDatabaseCalls: past.most((state) => callsFor(state, pages, this.wasLiedTo)),
    };
  }
}

function hasList({ records, copy }: Refreshed): boolean {
  return records !== undefined || copy !== undefined;
}
