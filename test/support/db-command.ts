/** `npm run db` in this process, at the endpoints of a local set-up. */

import { db, type DbDependencies } from '../../tools/db.ts';
import { cluster, ownerSecret, readerSecret } from './database/data-api-client.ts';
import { type LocalSetUp, sqlFolder } from './database/local-set-up.ts';
import { type CommandRun, runCommand } from './run-command.ts';

export const target = ['--cluster', cluster.clusterArn, '--secret', ownerSecret] as const;
export const applyTarget = [...target, '--reader-secret', readerSecret] as const;

/** The caller has taken the reader's role. @param others - instead of the local set-up's. */
export async function runDb(
  local: LocalSetUp,
  args: readonly string[],
  others: Partial<DbDependencies> = {},
): Promise<CommandRun> {
  const { rdsData, secrets, waiting } = local.dependencies;
  return runCommand(db, args, {
    rdsData: () => rdsData,
    secrets: () => secrets,
    waiting,
    folder: sqlFolder,
    ...others,
  });
}
