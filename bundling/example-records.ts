/** Records to show, from the invented ones in `client/fixtures`. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { allDirectories, type DirectoryName } from '../contract/directories.ts';
import { root } from './esbuild.ts';
import {
  isList,
  isObject,
  type JsonObject,
  recordDescription,
  schemaName,
  schemas,
} from './schemas.ts';

/**
 * One record of each directory, with a value in every field, which belong together: of the startups of which nothing is
 * missing, nor of their founders and jobs, the one with the shortest description.
 */
export function exampleRecords(): Readonly<Record<DirectoryName, JsonObject>> {
  const [founders, jobs] = [invented('founders'), invented('jobs')];
  const [shortest] = invented('startups')
    .filter(isComplete)
    .toSorted((a, b) => lengthOf(a) - lengthOf(b))
    .flatMap((startup) => {
      const [founder, job] = [firstOf(founders, startup), firstOf(jobs, startup)];
      return founder && job ? [{ startups: startup, founders: founder, jobs: job }] : [];
    });
  if (shortest === undefined) throw new Error('No startup, founder and job can be shown');
  return shortest;
}

function invented(name: DirectoryName): readonly JsonObject[] {
  const file = path.join(root, `client/fixtures/${name}.json`);
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isList(list) ? list.filter(isObject) : [];
}

/** Nothing where one of them lacks a value. */
function firstOf(records: readonly JsonObject[], startup: JsonObject): JsonObject | undefined {
  const own = records.filter((record) => record['startup_id'] === startup['id']);
  return own.every(isComplete) ? own[0] : undefined;
}

function isComplete(record: JsonObject): boolean {
  return Object.values(record).every(
    (value) => value !== null && !(isList(value) && value.length === 0),
  );
}

function lengthOf({ description }: JsonObject): number {
  return String(description).length;
}

/** The same by the names of their schemas, and one of each record that they hold. */
export function examplesBySchema(): Readonly<Record<string, JsonObject>> {
  const all = schemas();
  const records = exampleRecords();
  return Object.fromEntries(
    allDirectories.flatMap(({ name, record }) => {
      const { name: whole, fields } = recordDescription(all, schemaName(record));
      const held = fields.flatMap((field): [string, JsonObject][] => {
        const [first] = [records[name][field.name]].flat();
        return field.kind in all && isObject(first) ? [[field.kind, first]] : [];
      });
      return [[whole, records[name]] satisfies [string, JsonObject]].concat(held);
    }),
  );
}
