/** Very many requests, as many of them under way at once as there are connections for. */

import http from 'node:http';

import { allDirectories } from '../../contract/directories.ts';
import { ask } from '../support/http/ask.ts';

export interface Flooded {
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly milliseconds: number;
}

/** All are asked for at once; what has no connection yet waits for one that is kept alive. */
export async function flood(url: string, requests: number, connections: number): Promise<Flooded> {
  const agent = new http.Agent({ keepAlive: true, maxTotalSockets: connections });
  const startedAt = performance.now();
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
  return { statuses, milliseconds: performance.now() - startedAt };
}
