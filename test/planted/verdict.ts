/** Whether the tests have caught a bug: a test ran and failed. Code that does not even start is no bug of the service. */

import * as v from 'valibot';

/** What is used of `jest --json`. */
export const Results = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numRuntimeErrorTestSuites: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      message: v.string(),
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })),
    }),
  ),
});

export type JestResults = v.InferOutput<typeof Results>;

export type Verdict =
  { readonly caught: true; readonly by: string } | { readonly caught: false; readonly why: string };

export function verdictOf(results: JestResults | undefined): Verdict {
  if (results === undefined) return { caught: false, why: 'the tests did not come to an end' };
  if (results.numRuntimeErrorTestSuites > 0) {
    const broken = results.testResults.find(
      ({ assertionResults, message }) => assertionResults.length === 0 && message !== '',
    );
    const line = broken?.message.split('\n').find((text) => text.trim() !== '') ?? '';
    return { caught: false, why: `a test file could not run: ${line.trim()}` };
  }
  const failed = results.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  if (failed === undefined) return { caught: false, why: 'every test passes' };
  return { caught: true, by: failed.fullName };
}
