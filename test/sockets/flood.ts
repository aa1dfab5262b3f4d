/** Very many requests at once, and how often the database is read for them. */

import http from 'node:http';

import { allDirectories } from '../../contract/directories.ts';
import { ask } from '../support/http/ask.ts';
import { TestService } from '../support/service/service.ts';
import type { Outcome } from './soak/tally.ts';

const REQUESTS = 10_000;

/** Both ends of each connection are in this process, and files are few: `ulimit -n` is often 1,024. */
const CONNECTIONS = 400;

const MEMORY_SECONDS = 60;

/** Of each directory at once, on this machine (docs/architecture.md, "On one machine"). */
export const ENVIRONMENTS = 4;

/** `npm run soak -- --flood`: at the edge, which asks once for each list, and at the gateway behind it. */
export async function runFlood(): Promise<Outcome> {
  const service = await TestService.start({ edge: true, memorySeconds: MEMORY_SECONDS });
  try {
    const edge = await floodOne(service, 'the edge', service.url, 1);
    const gateway = await floodOne(service, 'the gateway', service.gatewayUrl, ENVIRONMENTS);
    return {
      figures: [...edge.figures, ...gateway.figures],
      violations: [...edge.violations, ...gateway.violations],
    };
  } finally {
    await service.close();
  }
}

async function floodOne(
  service: TestService,
  name: string,
  url: string,
  readsPerMinute: number,
): Promise<Outcome> {
  service.endEnvironments();
  service.dataApi.calls.reset();
  const startedAt = performance.now();
  const statuses = await flood(url, REQUESTS, CONNECTIONS);
  const seconds = (performance.now() - startedAt) / 1000;
  const reads = service.dataApi.calls.total;
  const minutes = 1 + Math.floor(seconds / MEMORY_SECONDS);
  const most = readsPerMinute * minutes * allDirectories.length;
  const failed = REQUESTS - (statuses[200] ?? 0);
  return {
    figures: [
      [`requests at ${name}`, `${REQUESTS}, over ${CONNECTIONS} connections that are kept alive`],
      ['  answers by status', JSON.stringify(statuses)],
      ['  took', `${seconds.toFixed(1)} s`],
      ['  reads of the database', `${reads} for ${allDirectories.length} lists, at most ${most}`],
    ],
    violations: [
      ...(failed === 0 ? [] : [`${failed} of ${REQUESTS} requests at ${name} got no 200`]),
      ...(reads <= most ? [] : [`${reads} reads of the database for a flood at ${name}`]),
    ],
  };
}

/** How many answers had each status. What has no connection yet waits for one that is kept alive. */
export async function flood(
  url: string,
  requests: number,
  connections: number,
): Promise<Readonly<Record<string, number>>> {
  const agent = new http.Agent({ keepAlive: true, maxTotalSockets: connections });
  const statuses: Record<string, number> = {};
  const question = { agent, headers: { 'Accept-Encoding': 'br' } };
  await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      const list = allDirectories[index % allDirectories.length]?.path ?? '';
      const { status } = await ask(`${url}${list}`, question);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  agent.destroy();
  return statuses;
}
