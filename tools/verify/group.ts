/** Checks that look at the same answers. */

import { fail, type Finding, note } from './finding.ts';
import { NoAnswer } from './no-answer.ts';

export interface NamedFinding extends Finding {
  /** A fact about the service in the present tense. */
  readonly name: string;
}

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
