import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { allBugs } from './all-bugs.ts';
import { withBug } from './planted-bug.ts';
import { verdictOf } from './verdict.ts';

const root = path.join(__dirname, '../..');

describe('the list of planted bugs', () => {
  it('has more than a hundred, each under a name of its own', () => {
    expect(allBugs.length).toBeGreaterThan(100);
    expect(new Set(allBugs.map(({ name }) => name)).size).toBe(allBugs.length);
  });

  it.each(allBugs)('can plant, with an effect and for tests that there are: $name', (bug) => {
    const source = readFileSync(path.join(root, bug.file), 'utf8');

    expect(withBug(source, bug)).not.toBe(source);
    expect(bug.tests).not.toEqual([]);
    expect(bug.tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it.each([0, 2])('refuses a bug whose text occurs %d times in its file', (times) => {
    const bug = { name: 'is wrong', file: 'a.ts', find: 'right', replace: 'wrong', tests: [] };

    expect(() => withBug('right '.repeat(times), bug)).toThrow(
      `The bug "is wrong" has its text ${times} times in a.ts, not once`,
    );
  });
});

describe('a bug', () => {
  const passed = { fullName: 'a list is whole', status: 'passed' };
  const resultsOf = (message: string, ...assertionResults: readonly (typeof passed)[]) => ({
    numRuntimeErrorTestSuites: assertionResults.length === 0 ? 1 : 0,
    testResults: [{ message, assertionResults: [...assertionResults] }],
  });

  it('is caught by a test that fails', () => {
    const verdict = verdictOf(resultsOf('failed', { ...passed, status: 'failed' }));

    expect(verdict).toEqual({ caught: true, why: 'a list is whole' });
  });

  it.each([
    ['every test passes', 'every test passes', resultsOf('', passed)],
    ['the tests never end', 'the tests did not come to an end', undefined],
    [
      'a test file cannot run',
      'a test file could not run: ● Test suite failed to run',
      resultsOf('\n  ● Test suite failed to run\n'),
    ],
  ])('is not caught where %s', (_, why, results) => {
    expect(verdictOf(results)).toEqual({ caught: false, why });
  });
});
