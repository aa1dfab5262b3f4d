/** `npm run soak`: hundreds of requests at once, for minutes, while both connections fail again and again. */

import { setTimeout as pause } from 'node:timers/promises';

import { TestService } from '../../support/service/service.ts';
import { type SocketsBetween, socketsBetween } from '../sockets-between.ts';
import {
  leftOver,
  MemoryOverTime,
  type Sockets,
  socketsAtRest,
  socketsAtRestAgain,
} from './at-rest.ts';
import { faultsComeAndGo } from './faults-come-and-go.ts';
import type { SoakOptions } from './options.ts';
import type { Outcome } from './outcome.ts';
import { probeVariables } from './processes.ts';
import { seeded } from './seeded.ts';
import { Tally } from './tally.ts';
import { Waves } from './waves.ts';
import { countsOf, Wholeness } from './whole.ts';

/** So short that the database is asked all the time, and long enough that a process is not always waiting for it. */
const MEMORY_SECONDS = 1;

const BETWEEN_WAVES_MS = 200;
const BETWEEN_SAMPLES_MS = 10_000;

interface Soak {
  readonly service: TestService;
  readonly sockets: SocketsBetween;
  readonly waves: Waves;
  readonly tally: Tally;
  readonly memory: MemoryOverTime;
  readonly stop: AbortSignal;
}

/** `onProgress` is told every 10 seconds. */
export async function runSoak(
  { minutes, seed }: SoakOptions,
  interrupted: AbortSignal,
  onProgress: (line: string) => void,
): Promise<Outcome> {
  const service = await TestService.start({ memorySeconds: MEMORY_SECONDS });
  const sockets = await socketsBetween(service, probeVariables);
  try {
    const waves = new Waves(service.url, seeded(seed + 2));
    const wholeness = new Wholeness(await countsOf(service));
    await waves.next(); // every process is there, and remembers a list
    waves.closeConnections();
    const before = await socketsAtRest();
    service.logs.clear();
    service.dataApi.calls.reset();

    const stop = stopAfter(minutes * 60_000, interrupted);
    const tally = new Tally(wholeness);
    const soak = { service, sockets, waves, tally, memory: new MemoryOverTime(), stop };
    await Promise.all([
      faultsComeAndGo(service, sockets, seed, stop, (name) => {
        tally.fault(name);
      }),
      askOnAndOn(soak, onProgress),
    ]);
    await isHealthyAgain(soak);
    waves.closeConnections();
    return outcomeOf(soak, before, await socketsAtRestAgain(before));
  } finally {
    await service.close();
    await sockets.close();
  }
}

/** Node 20 may forget what AbortSignal.any() makes of AbortSignal.timeout(). */
function stopAfter(ms: number, interrupted: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    clearTimeout(timer);
    controller.abort();
  };
  const timer = setTimeout(stop, ms);
  interrupted.addEventListener('abort', stop, { once: true });
  return controller.signal;
}

async function askOnAndOn(soak: Soak, onProgress: (line: string) => void): Promise<void> {
  const { service, waves, tally, memory, stop } = soak;
  let sampledAt = -Infinity;
  while (!stop.aborted) {
    for (const asked of await waves.next()) tally.asked(asked);
    for (const line of service.logs.answers) tally.logged(line);
    service.logs.clear();
    service.calls.splice(0);
    if (performance.now() - sampledAt >= BETWEEN_SAMPLES_MS) {
      await memory.sample(service.logs);
      sampledAt = performance.now();
      onProgress(`${tally.requests} requests, ${tally.violations.length} not as promised`);
    }
    await pause(BETWEEN_WAVES_MS, undefined, { signal: stop }).catch(() => {});
  }
}

/** As soon as the last failed read is forgotten, every answer is fresh. */
async function isHealthyAgain({ service, tally }: Soak): Promise<void> {
  await pause(MEMORY_SECONDS * 1000);
  const answers = await service.getAll();
  const stale = answers.filter(({ headers }) => headers['x-data-source'] !== 'database');
  if (stale.length > 0) tally.violations.push(`${stale.length} lists are not fresh again`);
}

function outcomeOf(
  { service, sockets, tally, memory }: Soak,
  before: Sockets,
  after: Sockets,
): Outcome {
  const leaked = leftOver(before, after);
  return {
    figures: [
      ...tally.figures,
      ['calls of the database', String(service.dataApi.calls.total)],
      ['sockets at rest, functions', `${before.ofFunctions} before, ${after.ofFunctions} after`],
      ['sockets at rest, servers', `${before.ofServers} before, ${after.ofServers} after`],
      ['  of them in the proxies', `${sockets.database.open + sockets.store.open} after`],
      ['memory, first third -> last third', ''],
      ...memory.figures,
    ],
    violations: [
      ...tally.violations,
      ...memory.violations,
      ...(leaked > 0 ? [`${leaked} sockets are left over`] : []),
    ],
  };
}
