/** What a function's configuration says in AWS. */
export interface FunctionSettings {
  readonly name: string;
  /** Folder with `index.mjs`, which exports `handler`. */
  readonly folder: string;
  readonly memoryMb: number;
  /** Time limit of one event. */
  readonly timeoutMs: number;
  /** The only environment variables it gets besides Lambda's own. */
  readonly variables: Readonly<Record<string, string>>;
  /** How many events may be worked on at once; further ones wait. */
  readonly concurrency: number;
  /** Receives what the function writes. */
  readonly onLog: (text: string) => void;
}

/** The function is not run: no concurrency is left for it. */
export class FunctionThrottled extends Error {
  override readonly name = 'FunctionThrottled';
}

/** The function gave no answer: it threw, crashed, ran out of time or answered with too much. */
export class FunctionFailed extends Error {
  constructor(name: string, what: string) {
    super(`The function ${name} ${what}`);
    this.name = 'FunctionFailed';
  }
}
