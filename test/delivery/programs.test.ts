/** What the tests need besides Node is in one list, which `.ci/install` installs. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../bundling/esbuild.ts';
import { describeWith, fileOf, missingPrograms } from '../support/run/programs.ts';

function onAMachineWith(variables: Readonly<Record<string, string>>): void {
  jest.replaceProperty(process, 'env', { ...variables });
}

describe('a program that is not installed', () => {
  it('is missing, with the command that installs it', () => {
    onAMachineWith({ PATH: '/nowhere' });

    expect(missingPrograms(['aws', 'cfn-lint'])).toEqual([
      { name: 'aws', debian: 'awscli', how: 'aws is not installed: apt-get install awscli' },
      { name: 'cfn-lint', debian: undefined, how: 'cfn-lint is not installed: .ci/install' },
    ]);
    expect(() => fileOf('aws')).toThrow('aws is not installed: apt-get install awscli');
  });

  it('fails the tests that need it in CI, and skips them elsewhere', () => {
    onAMachineWith({ PATH: '/nowhere', CI: 'true' });
    expect(() => describeWith('aws')).toThrow('aws is not installed: apt-get install awscli');

    onAMachineWith({ PATH: '/nowhere' });
    expect(describeWith('aws')).toBe(describe.skip);
  });
});

test('no other file decides by CI whether a test runs, but these, by how long it takes', () => {
  const files = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' });
  const deciding = files
    .filter((file) => file.endsWith('.ts') && !file.startsWith('delivery/'))
    .filter((file) => /\bCI\b/u.test(readFileSync(path.join(root, 'test', file), 'utf8')));

  expect(deciding.toSorted()).toEqual([
    'browser/other-sites.test.ts',
    'browser/page.test.ts',
    'db/pages.test.ts',
    'extending/extending.test.ts',
    'lib/templates.test.ts',
    'local/data-api/data-api.test.ts',
    'local/database/open-database.test.ts',
    'openapi/generators.test.ts',
    'openapi/lint.test.ts',
    'service/large.test.ts',
    'service/requests.test.ts',
    'support/run/programs.ts',
  ]);
});
