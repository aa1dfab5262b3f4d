/** `npm run soak -- --flood`: ten thousand requests for each way in, and how often the database is read for them. */

import { allDirectories } from '../../../contract/directories.ts';
import { TestService } from '../../support/service/service.ts';
import { flood } from '../flood.ts';
import type { Outcome } from './outcome.ts';

const REQUESTS = 10_000;

/** Both ends of each connection are in this process, and files are few: `ulimit -n` is often 1,024. */
const CONNECTIONS = 400;

/** Of each directory at once, on this machine; each remembers for a minute what it read. */
const ENVIRONMENTS = 4;
const MEMORY_SECONDS = 60;

export async function runFlood(): Promise<Outcome> {
  const service = await TestService.start({ edge: true, memorySeconds: MEMORY_SECONDS });
  try {
    const edge = await one(service, 'the edge', service.url, 1);
    const gateway = await one(service, 'the gateway', service.gatewayUrl, ENVIRONMENTS);
    return {
      figures: [...edge.figures, ...gateway.figures],
      violations: [...edge.violations, ...gateway.violations],
    };
  } finally {
    await service.close();
  }
}

async function one(
  service: TestService,
  name: string,
  url: string,
  readsPerMinute: number,
): Promise<Outcome> {
  service.endEnvironments();
  service.dataApi.calls.reset();
  const { statuses, milliseconds } = await flood(url, REQUESTS, CONNECTIONS);
  const reads = service.dataApi.calls.total;
  const minutes = 1 + Math.floor(milliseconds / 1000 / MEMORY_SECONDS);
  const most = readsPerMinute * minutes * allDirectories.length;
  const failed = REQUESTS - (statuses[200] ?? 0);
  return {
    figures: [
      [`requests at ${name}`, `${REQUESTS}, over ${CONNECTIONS} connections that are kept alive`],
      ['  answers by status', JSON.stringify(statuses)],
      ['  took', `${(milliseconds / 1000).toFixed(1)} s`],
      ['  reads of the database', `${reads} for ${allDirectories.length} lists, at most ${most}`],
    ],
    violations: [
      ...(failed === 0 ? [] : [`${failed} of ${REQUESTS} requests at ${name} got no 200`]),
      ...(reads <= most ? [] : [`${reads} reads of the database for a flood at ${name}`]),
    ],
  };
}
