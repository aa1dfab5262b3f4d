/** Records to show: invented ones, which staging serves too. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { DirectoryName } from '../../contract/directories.ts';
import { isList, isObject, type JsonObject, parseJson } from './json.ts';

const folder = path.join(import.meta.dirname, '../../client/fixtures');

/**
 * One record of each directory, with a value in every field, which belong together: of the startups of which nothing is
 * missing, nor of their founders and jobs, the one with the shortest description.
 */
export function exampleRecords(): Readonly<Record<DirectoryName, JsonObject>> {
  const [founders, jobs] = [invented('founders'), invented('jobs')];
  const [shortest] = invented('startups')
    .filter(isComplete)
    .flatMap((startup) => {
      const founder = firstOf(founders, startup);
      const job = firstOf(jobs, startup);
      return founder && job ? [{ startups: startup, founders: founder, jobs: job }] : [];
    })
    .toSorted((a, b) => descriptionLength(a.startups) - descriptionLength(b.startups));
  if (shortest === undefined) throw new Error('No startup, founder and job can be shown');
  return shortest;
}

function invented(name: DirectoryName): readonly JsonObject[] {
  const list = parseJson(readFileSync(path.join(folder, `${name}.json`), 'utf8'));
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

function descriptionLength({ description }: JsonObject): number {
  return typeof description === 'string' ? description.length : 0;
}
