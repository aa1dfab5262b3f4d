import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { packageVersion, releaseName } from '../../bundling/release.ts';
import { describeWith } from '../support/run/programs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'release-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function git(...args: readonly string[]): void {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
  execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'pipe' });
}

describeWith('git')('a release in a repository', () => {
  test('is called by its commit, and whether it was changed since', () => {
    const file = path.join(folder, 'file.txt');
    writeFileSync(file, 'one');
    git('init');
    git('add', '.');
    git('commit', '-m', 'One');
    const committed = releaseName(folder);
    writeFileSync(file, 'two');

    expect(committed).toMatch(/^[0-9a-f]{7,}$/u);
    expect(releaseName(folder)).toBe(`${committed}-dirty`);
  });
});

test('without a repository it is called by the version of the package', () => {
  expect(releaseName(folder)).toBe(packageVersion);
  expect(packageVersion).toMatch(/^\d+\.\d+\.\d+$/u);
});
