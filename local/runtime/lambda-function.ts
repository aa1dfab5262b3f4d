/** A Lambda function: as many environments as it has events at once, each used again when it is free. */

import { Environment } from './environment.ts';
import type { FunctionSettings } from './function-settings.ts';

export class LambdaFunction {
  readonly #settings: FunctionSettings;
  readonly #idle: Environment[] = [];
  readonly #busy = new Set<Environment>();
  /** Events that wait for their turn. */
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(settings: FunctionSettings) {
    this.#settings = settings;
  }

  /** The handler's answer as JSON. Rejects with `FunctionFailed`. */
  async invoke(event: unknown): Promise<string> {
    await this.#turn();
    try {
      const environment = this.#idle.pop() ?? (await Environment.start(this.#settings));
      this.#busy.add(environment);
      try {
        return await environment.invoke(event);
      } finally {
        this.#busy.delete(environment);
        if (!environment.hasEnded) this.#idle.push(environment);
      }
    } finally {
      this.#running -= 1;
      this.#queue.shift()?.();
    }
  }

  /** Ends every environment, so that the next event meets a cold start. */
  end(): void {
    for (const environment of [...this.#idle.splice(0), ...this.#busy]) environment.end();
  }

  async #turn(): Promise<void> {
    if (this.#running >= this.#settings.concurrency) {
      await new Promise<void>((resolve) => {
        this.#queue.push(resolve);
      });
    }
    this.#running += 1;
  }
}
