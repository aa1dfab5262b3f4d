/** Catches what the handlers log, so that it can be searched, and keeps it from the terminal. */

const levels = ['debug', 'info', 'log', 'warn', 'error'] as const;

export class LogTrap {
  #text: string[] = [];
  readonly #before = levels.map((level) => [level, console[level]] as const);

  constructor() {
    process.env['POWERTOOLS_DEV'] = 'true'; // the logger then writes to the console of this process
    for (const level of levels) {
      console[level] = (...texts: readonly unknown[]) => {
        this.#text.push(texts.join(' '));
      };
    }
  }

  /** What was logged since the last time. */
  take(): string {
    const text = this.#text.join('\n');
    this.#text = [];
    return text;
  }

  release(): void {
    for (const [level, method] of this.#before) console[level] = method;
  }
}
