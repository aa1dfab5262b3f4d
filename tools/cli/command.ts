/** The command line of every `npm run` command: its help, its wrong usage in one sentence, its exit code. */

import { parseArgs, types } from 'node:util';

import type { Terminal } from './terminal.ts';

/** The command line is wrong; the message is one sentence for who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was asked cannot be done; the message is one sentence for who asked, with what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: true;
}
export type Options = Readonly<Record<string, Option>>;
export type OptionValues<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { type: 'boolean' }
    ? boolean
    : O[K] extends { multiple: true }
      ? readonly string[]
      : string | undefined;
};

interface Argument {
  readonly choices?: readonly string[];
  readonly optional?: true;
}
type Arguments = Readonly<Record<string, Argument>>;
type ArgumentValues<A extends Arguments> = {
  readonly [K in keyof A]:
    | (A[K] extends { choices: readonly (infer C)[] } ? C : string)
    | (A[K] extends { optional: true } ? undefined : never);
};

interface Call<O extends Options, A extends Arguments, D> {
  readonly options: OptionValues<O>;
  readonly args: ArgumentValues<A>;
  readonly terminal: Terminal;
  readonly dependencies: D;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

interface Process<D> {
  /** As in `npm run <name>`. */
  readonly name: string;
  /** What the command touches besides its terminal, where it runs as a process; tests give it others. */
  readonly dependencies?: () => D;
  /** What Ctrl-C prints, if not `Interrupted.` */
  readonly interrupted?: string;
  /**
   * What Ctrl-C does before the process ends with 130, if more than that. `finish`: waits for the run, which watches its
   * signal. A function: waits for it, and SIGTERM and SIGHUP do the same. `own`: nothing, the command listens itself.
   */
  readonly onInterrupt?:
    'finish' | 'own' | ((terminal: Terminal, dependencies: D) => Promise<void>);
}

interface Definition<O extends Options, A extends Arguments, D> extends Process<D> {
  readonly help: string;
  /** Besides `--help`. */
  readonly options?: O;
  /** By their names, in order. */
  readonly args?: A;
  /** The exit code. */
  readonly run: (call: Call<O, A, D>) => Promise<number>;
  /** One sentence for a failure; `undefined` for a bug of ours. */
  readonly explain?: (error: unknown) => string | undefined;
}

export interface Command<D = undefined> extends Process<D> {
  /** Their names. */
  readonly options: readonly string[];
  /** The exit code: 0 done, 1 failed, 2 wrong usage, before anything is read, written or started. Throws a bug of ours. */
  run(
    args: readonly string[],
    terminal: Terminal,
    dependencies: D,
    signal?: AbortSignal,
  ): Promise<number>;
}

export function command<const O extends Options, const A extends Arguments, D = undefined>(
  definition: Definition<O, A, D>,
): Command<D> {
  const { name, help, options, args: expected, run, explain, ...process } = definition;
  const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
  return {
    ...process,
    name,
    options: Object.keys(all),
    async run(typed, terminal, dependencies, signal = new AbortController().signal) {
      try {
        const { values, positionals } = parsed(typed, all);
        if (values['help'] === true) {
          terminal.print(help.trimEnd());
          return 0;
        }
        const given = { options: values, args: named(positionals, expected ?? {}) };
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read as the definition has it
        const call = given as Pick<Call<O, A, D>, 'options' | 'args'>;
        return await run({ ...call, terminal, dependencies, signal });
      } catch (error) {
        if (error instanceof UsageError) {
          const npm = name === 'start' ? 'npm start' : `npm run ${name}`;
          terminal.complain(`${error.message} See: ${npm} -- --help`);
          return 2;
        }
        const sentence = error instanceof CommandError ? error.message : explain?.(error);
        if (sentence === undefined) throw error;
        terminal.complain(sentence);
        return 1;
      }
    },
  };
}

/** @throws UsageError */
function parsed(typed: readonly string[], options: Options) {
  try {
    const { values, positionals } = parseArgs({
      args: withNegativeNumbers(typed, options),
      allowPositionals: true,
      options,
    });
    const all = Object.entries(options).map(([name, { type, multiple }]) => {
      const absent = multiple === true ? [] : undefined;
      return [name, values[name] ?? (type === 'boolean' ? false : absent)] as const;
    });
    return { values: Object.fromEntries<unknown>(all), positionals };
  } catch (error) {
    const [sentence = ''] = types.isNativeError(error) ? error.message.split(/\.\s|\n/u) : [];
    throw new UsageError(`${sentence.replace(/\.$/u, '')}.`, { cause: error });
  }
}

/** `--scale -5` as `--scale=-5`: `parseArgs` takes the number for an option and says only that this is ambiguous. */
function withNegativeNumbers(typed: readonly string[], options: Options): string[] {
  const words: string[] = [];
  for (const word of typed) {
    const [, name = ''] = /^--(.+)$/u.exec(words.at(-1) ?? '') ?? [];
    const isValue = /^-\d/u.test(word) && options[name]?.type === 'string';
    words.push(isValue ? `${words.pop()}=${word}` : word);
  }
  return words;
}

/** @throws UsageError where an argument is missing, unexpected, or none of its choices. */
function named(positionals: readonly string[], expected: Arguments) {
  const args = Object.entries(expected);
  const missing = args.slice(positionals.length).filter(([, { optional }]) => optional !== true);
  if (missing.length > 0) {
    const names = missing.map(([name]) => `the ${name}`).join(' and ');
    const after = positionals.length === 0 ? '' : ` after "${positionals.at(-1)}"`;
    throw new UsageError(
      `T${names.slice(1)} ${missing.length === 1 ? 'is' : 'are'} missing${after}.`,
    );
  }
  const unexpected = positionals[args.length];
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument '${unexpected}'.`);
  for (const [index, [name, { choices }]] of args.entries()) {
    const arg = positionals[index];
    if (arg === undefined || choices?.includes(arg) !== false) continue;
    const listed = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
    throw new UsageError(`There is no ${name} "${arg}": use ${listed}.`);
  }
  return Object.fromEntries(args.map(([name], index) => [name, positionals[index]]));
}

/** The value of an option, or `undefined` where it was not given. @throws UsageError */
export function wholeNumber(
  option: string,
  text: string | undefined,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/u.test(text) && number >= least && number <= most) return number;
  throw new UsageError(`${option} takes a whole number from ${least} to ${most}, not "${text}".`);
}
