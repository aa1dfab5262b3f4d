/** Counts what happens during a soak, and what of it should not have. */

import { availableParallelism, loadavg } from 'node:os';

import type { LogLine } from '../../support/service/function-logs.ts';
import { LONGEST_WITH_COPY_MS } from '../longest.ts';
import type { Asked } from './waves.ts';
import type { Wholeness } from './whole.ts';

/** The local gateway's words, after it has waited for one of a directory's few processes. */
const GATEWAY_GAVE_UP = '{"message":"Service Unavailable"}';

/** Processes that want to run, for each core: from here on a clock says more about the machine than about the service. */
const BUSY_LOAD = 2;

export class Tally {
  readonly violations: string[] = [];
  /** Too late, while the machine had too much else to do for that to say anything. */
  readonly #excused: string[] = [];
  readonly #wholeness: Wholeness;
  readonly #statuses = new Map<string, number>();
  readonly #kinds = new Map<string, number>();
  readonly #faults = new Map<string, number>();
  #requests = 0;
  #longestAtClientMs = 0;
  #longestInFunctionMs = 0;

  constructor(wholeness: Wholeness) {
    this.#wholeness = wholeness;
  }

  get requests(): number {
    return this.#requests;
  }

  fault(name: string): void {
    increase(this.#faults, name);
  }

  /** What a client saw. Its time has the wait for one of the few processes in it, and is no promise. */
  asked({ name, answer, milliseconds }: Asked): void {
    this.#requests += 1;
    this.#longestAtClientMs = Math.max(this.#longestAtClientMs, milliseconds);
    if (answer instanceof Error) {
      this.violations.push(`${name}: no answer: ${answer.message}`);
      return;
    }
    increase(this.#statuses, String(answer.status));
    if (answer.status === 503 && answer.body.toString() === GATEWAY_GAVE_UP) {
      this.#late(`${name}: no process was free in time, and the gateway gave up`);
      return;
    }
    const flaw = this.#wholeness.flawOf(name, answer);
    if (flaw !== undefined) this.violations.push(flaw);
  }

  /** What a function said of an answer. */
  logged({ directory, source = 'none', fromMemory = false, milliseconds = 0 }: LogLine): void {
    increase(this.#kinds, `${source}${fromMemory ? ', from memory' : ''}`);
    this.#longestInFunctionMs = Math.max(this.#longestInFunctionMs, milliseconds);
    if (milliseconds > LONGEST_WITH_COPY_MS) {
      this.#late(`${directory}: an answer took the function ${milliseconds} ms`);
    }
  }

  #late(sentence: string): void {
    const [load = 0] = loadavg();
    const isBusy = load > BUSY_LOAD * availableParallelism();
    (isBusy ? this.#excused : this.violations).push(sentence);
  }

  get figures(): readonly (readonly [string, string])[] {
    return [
      ['requests', String(this.#requests)],
      ...rows('  answers with status', this.#statuses),
      ...rows('  answers from', this.#kinds),
      ['longest in a function', `${this.#longestInFunctionMs} ms of ${LONGEST_WITH_COPY_MS}`],
      [
        'longest at a client',
        `${this.#longestAtClientMs.toFixed(0)} ms, with its wait for a process`,
      ],
      ['late, not judged: machine too busy', String(this.#excused.length)],
      ['faults', String([...this.#faults.values()].reduce((sum, count) => sum + count, 0))],
      ...rows(' ', this.#faults),
    ];
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function rows(label: string, counts: ReadonlyMap<string, number>): (readonly [string, string])[] {
  const entries = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  return entries.map(([name, count]) => [`${label} ${name}`, String(count)]);
}
