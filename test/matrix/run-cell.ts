/** One cell of the matrix: a process, a copy in its state, a database with its fault, one request and its repetition. */

import { copyHeaders, timeInWhiteSpace } from '../../contract/last-good.ts';
import { Database } from '../simulation/database.ts';
import { type State, stateOf } from '../simulation/portal.ts';
import { type Invocation, type ListResponse, MEMORY_MS, Process } from '../simulation/process.ts';
import { type Shared, START } from '../simulation/run.ts';
import { BUCKET, corruptions, Store, type StoredObject } from '../simulation/store.ts';
import { HOUR_MS, SECOND_MS, Timeline } from '../simulation/timeline.ts';
import { many } from '../support/records/records.ts';
import { Random } from '../support/random.ts';
import type { DirectoryCell } from './cells.ts';
import type { Expected } from './oracle.ts';

/** What came, in the words of the oracle. */
export type Came = Omit<Expected, 'withinMs'> & {
  readonly tookMs: number;
  readonly pending: number;
};

const EXPIRED_MS = MEMORY_MS + SECOND_MS;
const AGE_MS = { cold: EXPIRED_MS, warm: EXPIRED_MS, thawed: 6 * HOUR_MS };

/** The copy is somewhat younger than what the process remembers. */
const COPY_READ_AT = START + 30 * SECOND_MS;

type Lists = Readonly<Record<'memory' | 'copy' | 'older' | 'current', State>>;

/** The answer to a request, and to its repetition on the condition that the list has changed, where there is one. */
export async function runCell(
  { databaseFault, copyState, process: kind, directory }: DirectoryCell,
  shared: Shared,
): Promise<readonly [Came, Came | undefined]> {
  const { name, path } = directory;
  const listOf = (version: number): State =>
    stateOf(
      name,
      many(3, (number) => ({ number, version })),
    );
  const lists = { memory: listOf(1), copy: listOf(2), older: listOf(3), current: listOf(4) };
  const states: [State, ...State[]] = [lists.memory];
  const processes: Process[] = [];
  const timeline = new Timeline(START, processes);
  const database = new Database(timeline, { startups: states, founders: states, jobs: states });
  const store = new Store(timeline);
  await shared.clients.reserve(1);
  const simulation = {
    shared,
    timeline,
    random: new Random(1),
    database,
    store,
    mayFreeze: () => false,
    onFreeze: () => {},
    onRead: () => {},
    onWrite: () => {},
  };
  const process = new Process('one', directory, simulation);
  processes.push(process);
  const ask = async (ifNoneMatch = ''): Promise<Invocation> => {
    const invocation = process.invoke({ headers: { 'if-none-match': ifNoneMatch } });
    await timeline.pass(30 * SECOND_MS);
    process.current = undefined;
    return invocation;
  };

  try {
    if (kind !== 'cold') await ask();
    await timeline.pass(START + AGE_MS[kind] - timeline.now);
    states.splice(0, 1, lists.older, lists.current);
    store.objects.set(path, goodCopy(name, lists.copy));
    database.turn(databaseFault);
    store.turn(copyState);
    if (copyState in corruptions) store.corrupt(path, copyState);
    const askedAt = timeline.now;
    const invocation = await ask();
    const etag = (invocation.result as ListResponse).headers['ETag'];
    const again = etag === undefined ? undefined : cameOf(await ask(etag), askedAt, lists);
    shared.logs.take();
    return [cameOf(invocation, askedAt, lists), again];
  } finally {
    shared.clients.giveBack(process.clients);
  }
}

function goodCopy(directory: string, { body, records, sha256 }: State): StoredObject {
  const cachedAt = COPY_READ_AT;
  const { Metadata } = copyHeaders({ bucket: BUCKET, directory, cachedAt, records, sha256 });
  const headers = Object.entries(Metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]);
  return {
    body: Buffer.from(body + timeInWhiteSpace(cachedAt)),
    headers: Object.fromEntries(headers) as StoredObject['headers'],
  };
}

function cameOf(
  { result, startedAt, endedAt = Infinity, pending = NaN }: Invocation,
  askedAt: number,
  lists: Lists,
): Came {
  const { statusCode, headers, body } = result as ListResponse;
  const took = { tookMs: endedAt - startedAt, pending };
  if (statusCode !== 200 && statusCode !== 304) return { status: statusCode as 503, ...took };
  const list = (['memory', 'copy', 'older', 'current'] as const).find((each) =>
    statusCode === 200 ? lists[each].body === body : lists[each].etag === headers['ETag'],
  );
  const cachedAt = Date.parse(headers['X-Cached-At'] ?? '');
  const isNow = cachedAt >= askedAt;
  const isItsOwn = cachedAt === (list === 'copy' ? COPY_READ_AT : START);
  const maxAge = Number(/max-age=(\d+)/u.exec(headers['Cache-Control'] ?? '')?.[1]);
  return {
    status: statusCode,
    source: headers['X-Data-Source'] as 'database' | 'last-good',
    ...(list !== undefined && { list }),
    ...(isNow ? { time: 'now' } : isItsOwn && { time: 'its own' }),
    ...(maxAge <= 60 ? { lifetime: 'a minute' } : maxAge <= 3600 && { lifetime: 'an hour' }),
    ...took,
  };
}
