/** One cell of the matrix: a process in its life, a copy in its state, a database with its fault, one request and its repetition. */

import type { DirectoryName } from '../../contract/directories.ts';
import type { ListResponse } from '../../lambda/directory/render.ts';
import { sha256Of } from '../../aws/snapshot.ts';
import { Database } from '../simulation/database.ts';
import { databaseFaults } from '../simulation/database-faults.ts';
import { type State, stateOf, type States } from '../simulation/portal.ts';
import { type Invocation, Process } from '../simulation/process.ts';
import { Random } from '../simulation/random.ts';
import type { Surroundings } from '../simulation/run.ts';
import { goodCopy, spoils } from '../simulation/corruptions.ts';
import { Store } from '../simulation/store.ts';
import { storeFaults } from '../simulation/store-faults.ts';
import { Timeline } from '../simulation/timeline.ts';
import type { DirectoryCell } from './cells.ts';
import type { Expected } from './oracle.ts';

/** What came, in the words of the oracle. */
export type Came = Omit<Expected, 'withinMs'> & {
  readonly tookMs: number;
  readonly pending: number;
};

const START = Date.parse('2026-11-20T08:00:00.000Z');
const MEMORY_MS = 60_000;
const AGE_MS = { cold: 61_000, warm: 61_000, thawed: 6 * 3_600_000 };

/** The copy is somewhat younger than what the process remembers. */
const COPY_READ_AT = START + 30_000;

/** The answer to a request, and to its repetition on the condition that the list has changed, where there is one. */
export async function runCell(
  cell: DirectoryCell,
  surroundings: Surroundings,
): Promise<readonly [Came, Came | undefined]> {
  const { directory, life } = cell;
  const { name, path } = directory;
  const versions = [1, 2, 3, 4].map((version) => version4(name, version));
  const [memory, copy, older, current] = versions as [State, State, State, State];
  const subjects: Process[] = [];
  const timeline = new Timeline(START, () => subjects);
  const portal = { states: [memory], current: memory };
  const portals = { startups: portal, founders: portal, jobs: portal } satisfies Record<
    DirectoryName,
    States
  >;
  const database = new Database(timeline, portals, { pieceCharacters: 15_000, pagePieces: 1000 });
  const store = new Store(timeline);
  await surroundings.clients.reserve(1);
  const clients = surroundings.clients.take();
  const process = new Process('one', directory, {
    timeline,
    random: new Random(1),
    database,
    store,
    clients,
    reporter: surroundings.reporters[name],
    memoryMs: MEMORY_MS,
    mayFreeze: () => false,
    onFreeze: () => {},
    onRead: () => {},
    onWrite: () => {},
  });
  subjects.push(process);
  const ask = async (ifNoneMatch = ''): Promise<Invocation> => {
    const invocation = process.invoke({ headers: { 'if-none-match': ifNoneMatch } });
    await timeline.passUntil(timeline.now + 30_000, () => {});
    process.current = undefined;
    return invocation;
  };

  try {
    if (life !== 'cold') await ask();
    await timeline.passUntil(START + AGE_MS[life], () => {});
    Object.assign(portal, { states: [older, current], current });
    const hash = sha256Of(Buffer.from(copy.body));
    store.objects.set(path, goodCopy(name, copy.body, copy.records, hash, COPY_READ_AT));
    fail(cell, database, store, path, timeline.now);
    const askedAt = timeline.now;
    const invocation = await ask();
    const lists = { memory, copy, older, current };
    const came = told(invocation, askedAt, lists);
    const etag = (invocation.result as ListResponse).headers['ETag'];
    const unchanged = etag === undefined ? undefined : told(await ask(etag), askedAt, lists);
    surroundings.logs.take();
    return [came, unchanged];
  } finally {
    surroundings.clients.giveBack(clients);
  }
}

function version4(name: DirectoryName, version: number): State {
  return stateOf(
    name,
    [1, 2, 3].map((number) => ({ number, version })),
  );
}

function fail(
  { databaseFault, copyState }: DirectoryCell,
  database: Database,
  store: Store,
  path: string,
  now: number,
): void {
  const fault = databaseFaults[databaseFault];
  if (fault !== undefined) database.fail(databaseFault, fault);
  const storeFault = storeFaults[copyState];
  if (storeFault !== undefined) store.fail(copyState, storeFault);
  const object = store.objects.get(path);
  const spoil = spoils[copyState];
  if (spoil === undefined || object === undefined) return;
  const spoilt = spoil(object, now);
  if (spoilt === undefined) store.objects.delete(path);
  else store.objects.set(path, spoilt);
}

function told(
  { result, startedAt, endedAt = Infinity, pending = NaN }: Invocation,
  askedAt: number,
  lists: Readonly<Record<'memory' | 'copy' | 'older' | 'current', State>>,
): Came {
  const { statusCode, headers, body } = result as ListResponse;
  const took = { tookMs: endedAt - startedAt, pending };
  if (statusCode !== 200 && statusCode !== 304) return { status: statusCode as 503, ...took };
  const list = (['memory', 'copy', 'older', 'current'] as const).find((each) =>
    statusCode === 200 ? lists[each].body === body : tagOf(lists[each]) === headers['ETag'],
  );
  const cachedAt = Date.parse(headers['X-Cached-At'] ?? '');
  const isNow = cachedAt >= askedAt;
  const isItsOwn = cachedAt === (list === 'copy' ? COPY_READ_AT : START);
  return {
    status: statusCode,
    source: headers['X-Data-Source'] as 'database' | 'last-good',
    ...(list === undefined ? {} : { list }),
    ...(isNow ? { time: 'now' } : isItsOwn ? { time: 'its own' } : {}),
    ...lifetimeOf(headers['Cache-Control'] ?? ''),
    ...took,
  };
}

/** Weak, from the bytes of the list. */
function tagOf({ body }: State): string {
  return `W/"${sha256Of(Buffer.from(body)).slice(0, 32)}"`;
}

function lifetimeOf(cacheControl: string): Pick<Came, 'lifetime'> {
  const maxAge = Number(/max-age=(\d+)/u.exec(cacheControl)?.[1]);
  if (maxAge <= 60) return { lifetime: 'a minute' };
  return maxAge <= 3600 ? { lifetime: 'an hour' } : {};
}
