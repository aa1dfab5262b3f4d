/** What the functions of a service wrote. */

export interface LogLine {
  readonly level?: string;
  readonly message?: string;
  readonly directory?: string;
  readonly status?: number;
  readonly source?: string;
  readonly fromMemory?: boolean;
  readonly milliseconds?: number;
  readonly failure?: { readonly kind: string; readonly name: string; readonly reason: string };
  readonly leftOut?: readonly { readonly id: string; readonly field: string }[];
  readonly kept?: string;
  readonly copy?: string;
}

export class FunctionLogs {
  #text = '';

  add(text: string): void {
    this.#text += text;
  }

  get text(): string {
    return this.#text;
  }

  clear(): void {
    this.#text = '';
  }

  /** One line an answer. A function writes it before it answers. */
  get answers(): readonly LogLine[] {
    return this.#text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)
      .filter(({ message }) => message === 'answered');
  }

  get last(): LogLine | undefined {
    return this.answers.at(-1);
  }
}
