/** Faults on both connections, one after another, until told to stop: of the socket, and of the endpoint behind it. */

import { setTimeout as pause } from 'node:timers/promises';

import { dataApiFaults } from '../../../local/data-api/faults.ts';
import type { Faults } from '../../../local/endpoint/faults.ts';
import { objectStoreFaults } from '../../../local/object-store/faults.ts';
import type { TestService } from '../../support/service/service.ts';
import type { FaultyProxy } from '../faulty-proxy.ts';
import { isSocketFault, type SocketFault, socketFaults } from '../socket-fault.ts';
import type { SocketsBetween } from '../sockets-between.ts';
import { type Seeded, seeded } from './seeded.ts';

const SHORTEST_MS = 500;
const LONGEST_MS = 6000;

/** A connection and what can befall it. */
interface Side {
  readonly name: string;
  readonly proxy: FaultyProxy;
  readonly faults: Faults;
  readonly endpointFaults: readonly string[];
  readonly random: Seeded;
}

/** Resolves when both connections are healthy again. `onFault` is told of each fault by its name. */
export async function faultsComeAndGo(
  service: TestService,
  sockets: SocketsBetween,
  seed: number,
  stop: AbortSignal,
  onFault: (name: string) => void,
): Promise<void> {
  const sides: readonly Side[] = [
    {
      name: 'database',
      proxy: sockets.database,
      faults: service.dataApi.faults,
      endpointFaults: Object.keys(dataApiFaults),
      random: seeded(seed),
    },
    {
      name: 'store',
      proxy: sockets.store,
      faults: service.objectStore.faults,
      endpointFaults: Object.keys(objectStoreFaults),
      random: seeded(seed + 1), // its own, so that the one does not depend on when the other asks
    },
  ];
  await Promise.all(sides.map(async (side) => onOneSide(side, stop, onFault)));
}

async function onOneSide(
  { name, proxy, faults, endpointFaults, random }: Side,
  stop: AbortSignal,
  onFault: (name: string) => void,
): Promise<void> {
  const socketNames = without(Object.keys(socketFaults), 'up');
  const endpointNames = without(endpointFaults, 'up');
  while (await waited(random.between(SHORTEST_MS, LONGEST_MS), stop)) {
    const onSocket = random.between(0, 1) < 0.5;
    const fault = random.oneOf(onSocket ? socketNames : endpointNames);
    onFault(`${name}: ${onSocket ? 'socket' : 'endpoint'} ${fault}`);
    if (onSocket) proxy.set(toSocketFault(fault));
    else await faults.set(fault);
    await waited(random.between(SHORTEST_MS, LONGEST_MS), stop);
    proxy.set('up');
    await faults.set('up');
  }
}

function without(names: readonly string[], name: string): [string, ...string[]] {
  const [first = name, ...others] = names.filter((each) => each !== name);
  return [first, ...others];
}

function toSocketFault(name: string): SocketFault {
  return isSocketFault(name) ? name : 'up';
}

/** Whether the time passed before it was told to stop. */
async function waited(ms: number, stop: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal: stop }).catch(() => false);
}
