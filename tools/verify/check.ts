/** A check: a sentence that names it, asked of what came, and whether that is as the interface says. */

import type { DirectoryName } from '../../contract/directories.ts';
import { NoAnswer } from './exchange.ts';

/** What a check found. */
export interface Finding {
  readonly result: 'pass' | 'fail' | 'note';
  readonly detail: string;
}

export interface Result extends Finding {
  /** A fact about the service in the present tense. */
  readonly name: string;
  /** `null` where the check is about the service as a whole. */
  readonly directory: DirectoryName | null;
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

/** Checks that look at the same answers; without a context they have nothing to look at, and say so. */
export type Group<Context> = (
  directory: DirectoryName | null,
  context: Context | undefined,
) => Promise<readonly Result[]>;

type Check<Subject, Context> = (subject: Subject, context: Context) => Finding | Promise<Finding>;

/** Asks once, and has every check look at what came. No answer fails them all. */
export function group<Context, Subject>(
  ask: (context: Context) => Subject | Promise<Subject>,
  checks: Readonly<Record<string, Check<Subject, Context>>>,
): Group<Context> {
  return async (directory, context) => {
    const all = ({ result, detail }: Finding) =>
      Object.keys(checks).map((name) => ({ name, directory, result, detail }));
    if (context === undefined) return all(note('not checked: there is no list to look at'));
    try {
      const subject = await ask(context);
      const results: Result[] = [];
      for (const [name, check] of Object.entries(checks)) {
        results.push({ name, directory, ...(await check(subject, context)) });
      }
      return results;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return all(fail(error.message));
    }
  };
}
