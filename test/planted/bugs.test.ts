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
  const results = {
    numPassedTests: 1,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
    testResults: [
      {
        name: 'a.test.ts',
        message: '',
        assertionResults: [{ fullName: 'a list is whole', status: 'passed' }],
      },
    ],
  };

  it('is caught by a test that fails', () => {
    const assertionResults = [{ fullName: 'a list is whole', status: 'failed' }];
    const testResults = [{ name: 'a.test.ts', message: 'failed', assertionResults }];

    const verdict = verdictOf({ ...results, numFailedTests: 1, testResults });

    expect(verdict).toEqual({ caught: true, by: 'a list is whole' });
  });

  it('is not caught where every test passes, nor where the tests never end', () => {
    expect(verdictOf(results)).toEqual({ caught: false, why: 'every test passes' });
    expect(verdictOf(undefined)).toMatchObject({ caught: false });
  });

  it('is not caught by a test file that cannot run', () => {
    const testResults = [
      { name: 'a.test.ts', message: '\n  ● Test suite failed to run\n', assertionResults: [] },
    ];

    expect(verdictOf({ ...results, numRuntimeErrorTestSuites: 1, testResults })).toEqual({
      caught: false,
      why: 'a test file could not run: ● Test suite failed to run',
    });
  });
});
