/** A Lambda function: as many environments as it has events at once, each used again when it is free. */

import { Environment, FunctionFailed, type FunctionSettings } from './environment.ts';

/** The function is not run: no concurrency is left for it. */
export class FunctionThrottled extends Error {
  override readonly name = 'FunctionThrottled';
}

export class LambdaFunction {
  #settings: FunctionSettings;
  #idle: Environment[] = [];
  readonly #busy = new Set<Environment>();
  /** Events that wait until another one is answered. */
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** Goes up with every `endEnvironments`: one of a generation before is not used again. */
  #generation = 0;
  #isClosed = false;
  /** As an operator reserves it. Of the values only 0 has an effect here: the function is not run. */
  reservedConcurrency: number | undefined;

  constructor(settings: FunctionSettings) {
    this.#settings = settings;
  }

  /** The handler's answer as JSON. Rejects with `FunctionFailed` or `FunctionThrottled`. */
  async invoke(event: unknown): Promise<string> {
    if (this.reservedConcurrency === 0) throw new FunctionThrottled('Rate Exceeded.');
    await this.#acquire();
    try {
      this.#throwIfClosed();
      const generation = this.#generation;
      const environment = this.#takeIdle() ?? (await Environment.start(this.#settings));
      return await this.#use(environment, generation, event);
    } finally {
      this.#release();
    }
  }

  get variables(): FunctionSettings['variables'] {
    return this.#settings.variables;
  }

  /** Other variables, which need other environments: those that work are still answered and then end. */
  configure(variables: FunctionSettings['variables']): void {
    this.#settings = { ...this.#settings, variables };
    this.endEnvironments();
  }

  /** The next event meets a cold start. Events that are worked on are still answered. */
  endEnvironments(): void {
    this.#generation += 1;
    for (const environment of this.#idle.splice(0)) void environment.end();
  }

  /** Ends everything at once, and fails the events that are worked on or wait; resolves when every process is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const environments = [...this.#idle.splice(0), ...this.#busy];
    await Promise.all(environments.map(async (environment) => environment.end()));
  }

  async #use(environment: Environment, generation: number, event: unknown): Promise<string> {
    this.#busy.add(environment);
    try {
      this.#throwIfClosed(); // while it started
      return await environment.invoke(event);
    } finally {
      this.#busy.delete(environment);
      const isCurrent = generation === this.#generation && !this.#isClosed;
      if (isCurrent) this.#idle.push(environment);
      else void environment.end();
    }
  }

  /** Forgets those that crashed. */
  #takeIdle(): Environment | undefined {
    this.#idle = this.#idle.filter(({ hasEnded }) => !hasEnded);
    return this.#idle.pop();
  }

  #throwIfClosed(): void {
    if (this.#isClosed) throw new FunctionFailed(this.#settings.name, 'is closed');
  }

  async #acquire(): Promise<void> {
    if (this.#running < this.#settings.concurrency) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Starts the event that has waited longest: one that arrives now does not overtake it. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
