/** A check: a sentence that names it, asked of what came, and whether that is as the interface says. */

import { NoAnswer } from './exchange.ts';

/** What a check found. */
export interface Finding {
  readonly result: 'pass' | 'fail' | 'note';
  readonly detail: string;
}

export function pass(detail: string): Finding {
  return { result: 'pass', detail };
}

export function fail(detail: string): Finding {
  return { result: 'fail', detail };
}

/** Neither good nor bad, but the reader should know. */
export function note(detail: string): Finding {
  return { result: 'note', detail };
}

/** Fails with the first flaw and the number of the others, and passes where there is none. */
export function judged(flaws: readonly string[], flawless: string): Finding {
  const [first] = flaws;
  if (first === undefined) return pass(flawless);
  return fail(flaws.length === 1 ? first : `${first} (and ${flaws.length - 1} more)`);
}

export interface NamedFinding extends Finding {
  /** A fact about the service in the present tense. */
  readonly name: string;
}

/** Checks that look at the same answers. */
export interface Group<Context> {
  run(context: Context): Promise<readonly NamedFinding[]>;
  /** The same checks where there is nothing to look at. */
  skip(reason: string): readonly NamedFinding[];
}

type Check<Subject, Context> = (subject: Subject, context: Context) => Finding | Promise<Finding>;

/** Asks once, and has every check look at what came. No answer fails them all. */
export function group<Context, Subject>(
  ask: (context: Context) => Subject | Promise<Subject>,
  checks: Readonly<Record<string, Check<Subject, Context>>>,
): Group<Context> {
  const names = Object.keys(checks);

  return {
    async run(context) {
      try {
        const subject = await ask(context);
        const found = Object.entries(checks).map(async ([name, check]) =>
          named(name, await check(subject, context)),
        );
        return await Promise.all(found);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        return names.map((name) => named(name, fail(error.message)));
      }
    },

    skip(reason) {
      return names.map((name) => named(name, note(reason)));
    },
  };
}

function named(name: string, { result, detail }: Finding): NamedFinding {
  return { name, result, detail };
}
