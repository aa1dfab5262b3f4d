/** That Dependabot looks after every manifest and every workflow, and keeps versions exact. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import * as v from 'valibot';
import { parse } from 'yaml';

const root = path.join(__dirname, '../..');
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const Manifest = v.object({
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.optional(v.record(v.string(), v.string()), {}),
  optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

const Configuration = v.strictObject({
  version: v.literal(2),
  updates: v.array(
    v.looseObject({
      'package-ecosystem': v.string(),
      directory: v.string(),
      schedule: v.looseObject({ interval: v.literal('weekly') }),
      groups: v.record(v.string(), v.looseObject({})),
      'versioning-strategy': v.optional(v.string()),
      ignore: v.optional(v.array(v.looseObject({ 'dependency-name': v.string() })), []),
    }),
  ),
});

const { updates } = v.parse(Configuration, parse(text('.github/dependabot.yml')));
const npm = updates.filter((update) => update['package-ecosystem'] === 'npm');

test('every manifest with a lock file is updated, and the actions', () => {
  const locked = ['/', '/.ci', '/bench', '/client'].filter((folder) =>
    readdirSync(path.join(root, folder)).includes('package-lock.json'),
  );

  expect(npm.map(({ directory }) => directory)).toEqual(locked);
  expect(updates.map((update) => update['package-ecosystem'])).toContain('github-actions');
});

test.each(npm)('versions in $directory are exact, and stay so', (update) => {
  const manifest = v.parse(Manifest, JSON.parse(text(`.${update.directory}/package.json`)));
  const versions = Object.values(manifest).flatMap((all) => Object.entries(all));

  expect(versions.filter(([, version]) => !/^(?:npm:[\w-]+@)?\d+\.\d+\.\d+$/u.test(version))).toEqual([]); // prettier-ignore
  expect(update['versioning-strategy']).toBe('increase');
  expect(update.ignore.map((one) => one['dependency-name'])).toEqual(
    update.ignore.map((one) => one['dependency-name']).filter((name) => versions.some(([used]) => used === name)), // prettier-ignore
  );
});
