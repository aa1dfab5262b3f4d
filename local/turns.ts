/** A queue in front of something that only one caller may use at a time. */

export interface TurnOptions {
  /** Leaves the queue: the wait then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told to the holder when somebody begins to wait behind it, for each one who does. */
  readonly onWanted?: (() => void) | undefined;
}

interface Waiting {
  readonly options: TurnOptions;
  readonly start: () => void;
}

export class Turns {
  #holder: TurnOptions | undefined;
  readonly #waiting: Waiting[] = [];

  /** Resolves, first come first served, to the function that ends the turn. */
  async take(options: TurnOptions = {}): Promise<() => void> {
    options.signal?.throwIfAborted();
    if (this.#holder === undefined) this.#holder = options;
    else await this.#wait(options, this.#holder);

    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#next();
    };
  }

  #wait(options: TurnOptions, holder: TurnOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        reject(new GaveUpWaitingError(options.signal?.reason));
      };
      const start = () => {
        options.signal?.removeEventListener('abort', leave);
        resolve();
      };
      const entry: Waiting = { options, start };
      this.#waiting.push(entry);
      options.signal?.addEventListener('abort', leave, { once: true });
      holder.onWanted?.();
    });
  }

  #next(): void {
    const next = this.#waiting.shift();
    this.#holder = next?.options;
    next?.start();
    if (this.#waiting.length > 0) this.#holder?.onWanted?.();
  }
}

export class GaveUpWaitingError extends Error {
  override readonly name = 'GaveUpWaitingError';

  constructor(cause: unknown) {
    super('Gave up waiting for a turn', { cause });
  }
}
