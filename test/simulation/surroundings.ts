/** What all lives of one process share: what they log with. */

import { allDirectories, type DirectoryName } from '../../contract/directories.ts';
import { type Reporter, reporterOf } from '../../lambda/directory/report.ts';
import { ClientPool } from './clients.ts';
import { LogTrap } from './log-trap.ts';
import type { Surroundings } from './run.ts';
import { simulate } from './simulation.ts';

/** Some parts of the SDK are loaded at their first use: a first life, whose outcome is of no interest, loads them. */
export async function surroundings(): Promise<Surroundings> {
  const logs = new LogTrap();
  const reporters = Object.fromEntries(
    allDirectories.map(({ name }) => [name, reporterOf(name, 'PublicDirectory/simulated')]),
  ) as Record<DirectoryName, Reporter>;
  const made = { logs, reporters, clients: new ClientPool() };
  await simulate(0, made);
  return made;
}
