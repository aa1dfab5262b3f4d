/** Looks at the service from outside and tells, check by check, whether it is the documented one. */

import { type Directory, directories, type DirectoryName } from '../../contract/directories.ts';
import type { Group, NamedFinding } from './check.ts';
import { joins } from './checks/joins.ts';
import { encodings, headers, lifetime, reading, speed } from './checks/lists.ts';
import { contacts, fields, order, uniqueness } from './checks/records.ts';
import { conditional, head, methods, paths, preflight } from './checks/requests.ts';
import { Client, exchange, NoAnswer } from './exchange.ts';
import { List } from './list.ts';

const UNREADABLE = 'not checked: there is no list to look at';

export interface Result extends NamedFinding {
  /** `null` where the check is about the service as a whole. */
  readonly directory: DirectoryName | null;
}

export interface Conformance {
  readonly url: string;
  readonly checks: readonly Result[];
  readonly passed: number;
  readonly failed: number;
  readonly requests: number;
  readonly slowestMs: number;
}

/** @throws NoAnswer where not even the first list is answered. */
export async function conformance(
  url: string,
  timeoutSeconds: number,
  exchangeOne = exchange,
): Promise<Conformance> {
  const client = new Client(url, timeoutSeconds, exchangeOne);
  const startups = await List.read(directories.startups, client);
  const founders = await read(directories.founders, client);
  const jobs = await read(directories.jobs, client);

  const lists = await Promise.all([
    checkDirectory(directories.startups, startups),
    checkDirectory(directories.founders, founders),
    checkDirectory(directories.jobs, jobs),
  ]);
  const whole = await Promise.all([
    ...paths.map((group) => group.run(client)),
    isReadable(startups) && isReadable(founders) && isReadable(jobs)
      ? joins.run({ startups, founders, jobs })
      : joins.skip(UNREADABLE),
  ]);
  const checks = [...lists.flat(), ...about(null, [...whole.flat(), ...(await speed.run(client))])];

  return {
    url,
    checks,
    passed: checks.filter(({ result }) => result === 'pass').length,
    failed: checks.filter(({ result }) => result === 'fail').length,
    requests: client.asked,
    slowestMs: Math.round((client.slowest?.seconds ?? 0) * 1000),
  };
}

async function checkDirectory(
  directory: Directory,
  list: List | NoAnswer,
): Promise<readonly Result[]> {
  const found = await Promise.all([
    reading.run(list),
    ...groupsOf(directory).map((group) =>
      isReadable(list) ? group.run(list) : group.skip(UNREADABLE),
    ),
  ]);
  return about(directory.name, found.flat());
}

function groupsOf(directory: Directory): readonly Group<List>[] {
  return [
    fields,
    order,
    uniqueness(directory),
    ...(directory.name === 'founders' ? [contacts] : []),
    lifetime,
    headers,
    preflight,
    ...conditional,
    head,
    ...encodings,
    ...methods,
  ];
}

async function read(directory: Directory, client: Client): Promise<List | NoAnswer> {
  try {
    return await List.read(directory, client);
  } catch (error) {
    if (error instanceof NoAnswer) return error;
    throw error;
  }
}

function isReadable(list: List | NoAnswer): list is List {
  return list instanceof List && list.isReadable;
}

function about(directory: DirectoryName | null, found: readonly NamedFinding[]): Result[] {
  return found.map(({ name, result, detail }) => ({ name, directory, result, detail }));
}
