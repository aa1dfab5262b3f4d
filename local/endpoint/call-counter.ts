/** Counts the calls that reach an endpoint, so that a test can promise one round trip. */

export class CallCounter {
  readonly #counts = new Map<string, number>();

  add(operation: string): void {
    this.#counts.set(operation, this.of(operation) + 1);
  }

  /** Calls of one operation, those that a fault answered included. */
  of(operation: string): number {
    return this.#counts.get(operation) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  reset(): void {
    this.#counts.clear();
  }
}
