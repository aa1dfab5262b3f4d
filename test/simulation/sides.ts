/** Which side may fail: in an easy life one at a time, and only when the other has had time to be well. */

import { allDirectories } from '../../contract/directories.ts';
import { SECOND_MS } from './durations.ts';
import { type Life, START } from './run.ts';

export type Side = 'database' | 'store';

/** Longer than any request takes, so that no answer meets the faults of both. */
export const CALM_MS = 12 * SECOND_MS;

export class Sides {
  readonly #life: Life;
  #last: Side | undefined;
  #calmAt = START;

  constructor(life: Life) {
    this.#life = life;
  }

  mayFail(side: Side): boolean {
    const { isHard, timeline } = this.#life;
    if (isHard) return true;
    if (timeline.now < this.#calmAt && this.#last !== side) return false;
    return side === 'database' ? this.#isStoreWell() : this.#isDatabaseWell();
  }

  fails(side: Side): void {
    this.#last = side;
    this.#calmAt = this.#life.timeline.now + CALM_MS;
  }

  #isStoreWell(): boolean {
    const { store } = this.#life;
    const isGood = (path: string): boolean => store.objects.get(path)?.spoilt === '';
    return store.isWell && allDirectories.every(({ path }) => isGood(path));
  }

  #isDatabaseWell(): boolean {
    const { database, pasts, timeline } = this.#life;
    const isAwake = database.sleep === undefined;
    const arePublishable = allDirectories.every(({ name }) => pasts[name].isPublishable);
    return isAwake && arePublishable && database.isHealthySince(timeline.now - CALM_MS);
  }
}
