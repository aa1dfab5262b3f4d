/** Virtual time: what is due, in order. Hours pass in milliseconds. */

import type { Process } from './process.ts';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;

interface Planned {
  readonly at: number;
  /** What was planned first happens first. */
  readonly order: number;
  /** To whom it happens: if frozen, as soon as it thaws; if gone, never. */
  readonly process: Process | undefined;
  readonly happen: () => void;
  isCancelled: boolean;
}

/** In real time: no list of a simulation takes as long to compress. */
const COMPUTING_LIMIT_MS = 10_000;

export class Timeline {
  /** Milliseconds since the Unix epoch. */
  now: number;
  readonly #processes: readonly Process[];
  #count = 0;
  /** The next one last. */
  #planned: Planned[] = [];

  constructor(now: number, processes: readonly Process[]) {
    this.now = now;
    this.#processes = processes;
  }

  /** Plans what happens so many milliseconds from now; the function that is returned cancels it. */
  after(milliseconds: number, happen: () => void, process?: Process): () => void {
    this.#count += 1;
    const at = this.now + milliseconds;
    const planned = { at, order: this.#count, process, happen, isCancelled: false };
    this.#insert(planned);
    return () => {
      planned.isCancelled = true;
    };
  }

  /** Lets time pass. `afterEach` runs whenever everything has settled after an event. */
  async pass(milliseconds: number, afterEach: () => void = () => {}): Promise<void> {
    const until = this.now + milliseconds;
    await this.#settle();
    afterEach();
    for (let next = this.#planned.at(-1); next !== undefined; next = this.#planned.at(-1)) {
      if (next.at > until) break;
      this.#planned.pop();
      if (next.isCancelled || next.process?.isGone === true) continue;
      this.now = Math.max(this.now, next.at);
      const { frozenUntil = -Infinity } = next.process ?? {};
      if (frozenUntil > this.now) {
        this.#insert(Object.assign(next, { at: frozenUntil }));
        continue;
      }
      next.happen();
      await this.#settle();
      afterEach();
    }
    this.now = Math.max(this.now, until);
  }

  #insert(planned: Planned): void {
    const before = this.#planned.findLastIndex(
      ({ at, order }) => at > planned.at || (at === planned.at && order > planned.order),
    );
    this.#planned.splice(before + 1, 0, planned);
  }

  /** Waits for every promise and thread, so that the order of events depends on the seed alone. */
  async #settle(): Promise<void> {
    const since = performance.now();
    do {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      if (performance.now() - since > COMPUTING_LIMIT_MS) {
        throw new Error('A handler waits for something that the simulation does not know');
      }
    } while (this.#processes.some(({ isComputing }) => isComputing));
  }
}
