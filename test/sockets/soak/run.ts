/** `npm run soak`: hundreds of requests at once, for minutes, while both connections fail again and again. */

import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { allDirectories, type DirectoryName } from '../../../contract/directories.ts';
import { dataApiFaults } from '../../../local/data-api/exceptions.ts';
import type { Faults } from '../../../local/endpoint/faults.ts';
import { objectStoreFaults } from '../../../local/object-store/start-object-store.ts';
import { ask } from '../../support/http/ask.ts';
import { Random } from '../../support/random.ts';
import { TestService } from '../../support/service/service.ts';
import {
  type FaultyProxy,
  proxiesBefore,
  type ServiceProxies,
  type SocketFault,
  socketFaults,
} from '../faulty-proxy.ts';
import {
  leftOver,
  MemoryOverTime,
  probeVariables,
  type Sockets,
  socketsAtRest,
} from './at-rest.ts';
import { type Asked, type Outcome, Tally } from './tally.ts';

/** So short that the database is asked all the time, and long enough that a process is not always waiting for it. */
const MEMORY_SECONDS = 1;

const WAVE_REQUESTS = 240;
const BETWEEN_WAVES_MS = 200;
const BETWEEN_SAMPLES_MS = 10_000;

const SHORTEST_FAULT_MS = 500;
const LONGEST_FAULT_MS = 6000;

/** Few ask for plain text: it is ten times the bytes. */
const CODINGS = ['br', 'br', 'br', 'gzip', 'gzip', 'gzip', ''];

interface Soak {
  readonly service: TestService;
  readonly proxies: ServiceProxies;
  readonly waves: Waves;
  readonly tally: Tally;
  readonly memory: MemoryOverTime;
  readonly stop: AbortSignal;
}

/**
 * @param seed - decides which faults come, and when.
 * @param onProgress - is called every 10 seconds.
 */
export async function runSoak(
  minutes: number,
  seed: number,
  interrupted: AbortSignal,
  onProgress: (line: string) => void,
): Promise<Outcome> {
  const service = await TestService.start({ memorySeconds: MEMORY_SECONDS });
  const proxies = await proxiesBefore(service, probeVariables);
  try {
    const waves = new Waves(service.url, new Random(seed + 2));
    const tally = await Tally.of(service);
    await waves.next(); // every process is there, and remembers a list
    waves.closeConnections();
    const before = await socketsAtRest();
    service.logs.clear();
    service.dataApi.calls.reset();

    const stop = stopAfter(minutes * 60_000, interrupted);
    const soak = { service, proxies, waves, tally, memory: new MemoryOverTime(), stop };
    await Promise.all([injectFaults(soak, seed), askOnAndOn(soak, onProgress)]);
    await expectFreshAgain(soak);
    waves.closeConnections();
    return outcomeOf(soak, before, await socketsAtRest(before));
  } finally {
    await service.close();
    await proxies.close();
  }
}

/** Hundreds of requests at once, and when the last is answered the next hundreds. */
class Waves {
  readonly #url: string;
  readonly #random: Random;
  /** A kept connection may be closed under a request (RFC 9112, section 9.3.1): none is used twice. */
  readonly #agent = new http.Agent({ keepAlive: false });
  readonly #etags = new Map<DirectoryName, string>();

  constructor(url: string, random: Random) {
    this.#url = url;
    this.#random = random;
  }

  /** All of one wave, answered. */
  async next(): Promise<readonly Asked[]> {
    const questions = Array.from({ length: WAVE_REQUESTS / allDirectories.length }, () =>
      allDirectories.map(async ({ name }) => this.#ask(name)),
    );
    return Promise.all(questions.flat());
  }

  /** Afterwards no socket of the service is a client's. */
  closeConnections(): void {
    this.#agent.destroy();
  }

  async #ask(name: DirectoryName): Promise<Asked> {
    const headers = {
      'Accept-Encoding': this.#random.pick(CODINGS),
      ...(this.#random.happens(0.25) && { 'If-None-Match': this.#etags.get(name) ?? '"unknown"' }),
    };
    const startedAt = performance.now();
    const answer = await ask(`${this.#url}/v1/${name}`, { headers, agent: this.#agent }).catch(
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    if (!(answer instanceof Error)) this.#etags.set(name, answer.headers['etag'] ?? '');
    return { name, answer, milliseconds: performance.now() - startedAt };
  }
}

/** Node 20 may forget what AbortSignal.any() makes of AbortSignal.timeout(). */
function stopAfter(milliseconds: number, interrupted: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    clearTimeout(timer);
    controller.abort();
  };
  const timer = setTimeout(stop, milliseconds);
  interrupted.addEventListener('abort', stop, { once: true });
  return controller.signal;
}

/** On both connections, one fault after another, of the socket or of the endpoint behind it; at the end all is well. */
async function injectFaults({ service, proxies, tally, stop }: Soak, seed: number): Promise<void> {
  const onOneSide = async (
    name: string,
    proxy: FaultyProxy,
    faults: Faults,
    endpointFaults: readonly string[],
    random: Random,
  ): Promise<void> => {
    const socketNames = Object.keys(socketFaults).filter((fault) => fault !== 'up');
    const endpointNames = endpointFaults.filter((fault) => fault !== 'up');
    const wait = async (): Promise<boolean> =>
      waited(random.between(SHORTEST_FAULT_MS, LONGEST_FAULT_MS), stop);
    while (await wait()) {
      const isSocket = random.happens(0.5);
      const fault = random.pick(isSocket ? socketNames : endpointNames);
      tally.faults.add(`${name}: ${isSocket ? 'socket' : 'endpoint'} ${fault}`);
      if (isSocket) proxy.set(fault as SocketFault);
      else await faults.set(fault);
      await wait();
      proxy.set('up');
      await faults.set('up');
    }
  };
  const { dataApi, objectStore } = service;
  const { database, store } = proxies;
  // Each with numbers of its own, so that the one does not depend on when the other asks.
  await Promise.all([
    onOneSide('database', database, dataApi.faults, Object.keys(dataApiFaults), new Random(seed)),
    onOneSide(
      'store',
      store,
      objectStore.faults,
      Object.keys(objectStoreFaults),
      new Random(seed + 1),
    ),
  ]);
}

/** Whether the time passed before it was stopped. */
async function waited(milliseconds: number, stop: AbortSignal): Promise<boolean> {
  return pause(milliseconds, true, { signal: stop }).catch(() => false);
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
    await waited(BETWEEN_WAVES_MS, stop);
  }
}

/** As soon as the last failed read is forgotten, every answer is fresh. */
async function expectFreshAgain({ service, tally }: Soak): Promise<void> {
  await pause(MEMORY_SECONDS * 1000);
  const answers = await service.getAll();
  const stale = answers.filter(({ headers }) => headers['x-data-source'] !== 'database');
  if (stale.length > 0) tally.violations.push(`${stale.length} lists are not fresh again`);
}

function outcomeOf(
  { service, proxies, tally, memory }: Soak,
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
      ['  of them in the proxies', `${proxies.database.open + proxies.store.open} after`],
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
