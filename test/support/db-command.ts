/** `npm run db` in this process, at the endpoints of a local set-up. */

import { db, type DbDependencies } from '../../tools/db.ts';
import { cluster, ownerSecret, readerSecret } from './database/data-api-client.ts';
import { type LocalSetUp, sqlFolder } from './database/local-set-up.ts';

export interface CommandRun {
  readonly code: number;
  readonly output: string;
  readonly complaint: string;
}

export const target = ['--cluster', cluster.clusterArn, '--secret', ownerSecret] as const;
export const applyTarget = [...target, '--reader-secret', readerSecret] as const;

/** The caller has taken the reader's role. @param folder - with the SQL to apply, if not the one of the repository. */
export async function runDb(
  local: LocalSetUp,
  args: readonly string[],
  folder = sqlFolder,
): Promise<CommandRun> {
  const { rdsData, secrets, waiting } = local.dependencies;
  const dependencies: DbDependencies = {
    rdsData: () => rdsData,
    secrets: () => secrets,
    waiting,
    folder,
  };
  const output: string[] = [];
  const complaint: string[] = [];
  const terminal = {
    print: (text: string) => output.push(text),
    complain: (text: string) => complaint.push(text),
    inColour: false,
  };
  const code = await db.run(args, terminal, dependencies);
  return { code, output: output.join('\n'), complaint: complaint.join('\n') };
}
