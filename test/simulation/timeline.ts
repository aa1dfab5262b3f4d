/** Virtual time: what is to happen, in order. Hours pass in milliseconds. */

/** Whom an event happens to. One that is frozen meets it when it thaws, one that is gone never does. */
export interface Subject {
  readonly frozenUntil: number;
  readonly isGone: boolean;
  /** Whether it computes at the moment, on a thread, with nothing else to wait for. */
  readonly isComputing: boolean;
}

interface Happening {
  readonly at: number;
  /** What was planned first happens first. */
  readonly order: number;
  readonly subject: Subject | undefined;
  readonly run: () => void;
  isOff: boolean;
}

/** Of real time: no list of a simulation takes so long to compress. */
const COMPUTING_LIMIT_MS = 10_000;

export class Timeline {
  readonly #subjects: () => Iterable<Subject>;
  #now: number;
  #planned = 0;
  /** The next one last. */
  #happenings: Happening[] = [];

  constructor(now: number, subjects: () => Iterable<Subject>) {
    this.#now = now;
    this.#subjects = subjects;
  }

  /** Milliseconds since the Unix epoch. */
  get now(): number {
    return this.#now;
  }

  /** Plans what happens; the function that is returned calls it off. */
  plan(at: number, run: () => void, subject?: Subject): () => void {
    this.#planned += 1;
    const happening = { at, order: this.#planned, run, subject, isOff: false };
    this.#insert(happening);
    return () => {
      happening.isOff = true;
    };
  }

  /** Lets time pass, and whatever runs settle each time. `afterEach` runs whenever it has. */
  async passUntil(until: number, afterEach: () => void): Promise<void> {
    await this.#settle();
    afterEach();
    for (;;) {
      const next = this.#happenings.at(-1);
      if (next === undefined || next.at > until) break;
      this.#happenings.pop();
      if (next.isOff || next.subject?.isGone === true) continue;
      this.#now = Math.max(this.#now, next.at);
      if (next.subject !== undefined && next.subject.frozenUntil > this.#now) {
        this.#insert(Object.assign(next, { at: next.subject.frozenUntil }));
        continue;
      }
      next.run();
      await this.#settle();
      afterEach();
    }
    this.#now = Math.max(this.#now, until);
  }

  #insert(happening: Happening): void {
    let index = this.#happenings.length;
    for (; index > 0; index -= 1) {
      const before = this.#happenings[index - 1];
      if (before !== undefined && isEarlier(happening, before)) break;
    }
    this.#happenings.splice(index, 0, happening);
  }

  /** Lets every promise settle, and threads finish, before time goes on: so the order of events is the seed's alone. */
  async #settle(): Promise<void> {
    await turnOfTheLoop();
    const since = performance.now();
    while ([...this.#subjects()].some(({ isComputing }) => isComputing)) {
      await turnOfTheLoop();
      if (performance.now() - since > COMPUTING_LIMIT_MS) {
        throw new Error('A handler waits for nothing that the simulation knows');
      }
    }
  }
}

function isEarlier(one: Happening, other: Happening): boolean {
  return one.at === other.at ? one.order < other.order : one.at < other.at;
}

async function turnOfTheLoop(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
