/** What happens in a life: its trace, and what is counted. */

import { createHash } from 'node:crypto';

export class Diary {
  /** Answers by status and source: `200 database`. */
  readonly answers: Record<string, number> = {};
  /** Faults that were met, by name. */
  readonly faults: Record<string, number> = {};
  requests = 0;
  slowestMs = 0;
  readonly #hash = createHash('sha256');
  readonly #now: () => number;
  readonly #onTrace: ((line: string) => void) | undefined;

  constructor(now: () => number, onTrace: ((line: string) => void) | undefined) {
    this.#now = now;
    this.#onTrace = onTrace;
  }

  /** Of the trace so far: SHA-256 in hexadecimal. */
  get digest(): string {
    return this.#hash.copy().digest('hex');
  }

  trace(line: string): void {
    const whole = `${new Date(this.#now()).toISOString()} ${line}`;
    this.#hash.update(`${whole}\n`);
    this.#onTrace?.(whole);
  }

  fault(name: string): void {
    this.faults[name] = (this.faults[name] ?? 0) + 1;
  }

  answered(answer: string): void {
    this.answers[answer] = (this.answers[answer] ?? 0) + 1;
  }
}
