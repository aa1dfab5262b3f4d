/** Checks or sets up the views and the reader in an existing database. Run as `npm run db`. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { type Database, dataApi, type Execute, rollbackTimeout } from '../lambda/aws/data-api.ts';
import { databaseErrorMessage } from './db/errors.ts';
import { notReadyYet, realWaiting, retry, type Waiting } from '../lambda/aws/retry.ts';
import { command, CommandError, UsageError } from './cli/command.ts';
import { main } from './cli/main.ts';
import { loginStatement, READER, readerLogin } from '../lambda/deploy/reader-login.ts';
import { limitLocks } from '../lambda/deploy/set-up.ts';
import {
  applyFiles,
  directoryFiles,
  SetUpError,
  statementsOf,
} from '../lambda/deploy/sql-files.ts';
import { check, counts, report } from './db/check.ts';

// package.json says which versions of Node do; the SDK's warning about future ones is for developers.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

export interface DbDependencies {
  readonly rdsData: (region: string) => RDSDataClient;
  readonly secrets: (region: string) => SecretsManagerClient;
  readonly waiting: Waiting;
  /** The folder `db/`. */
  readonly folder: string;
}

const DATABASE = 'portal';

const help = `Checks or sets up what the service reads in an existing Aurora cluster: the views
directory.startups, founders and jobs, and the role directory_reader.

  npm run db -- check --cluster <arn> --secret <arn> [options]
  npm run db -- apply --cluster <arn> --secret <arn> --reader-secret <arn> [options]

check   compares the views with the contract, column by column, and looks at what
        the reader may do. It changes nothing.
apply   runs the files of db/directory as they are in this folder (rewrite the three
        views for your portal first), gives directory_reader the password of its
        secret, all in one transaction, and then checks.

  --cluster <arn>        the cluster; its Data API must be enabled
  --secret <arn>         of a database user: for apply the owner of the views, who may
                         create roles
  --reader-secret <arn>  with the username directory_reader and its password
  --database <name>      ${DATABASE} if not given
  --dry-run              with apply: print the statements and change nothing
  --json                 with check: print one JSON object
  --help                 print this and stop

The region is the one in the ARNs. Credentials are found as by the AWS CLI
(AWS_PROFILE, environment, aws sso login).

ok     as the service needs it
FAIL   it is not
note   worth knowing; does not count as failed

Exit code: 0 everything is as it must be, 1 something is not or nothing answered,
2 wrong usage.
`;

export const db = command({
  name: 'db',
  help,
  options: {
    cluster: { type: 'string' },
    secret: { type: 'string' },
    'reader-secret': { type: 'string' },
    database: { type: 'string' },
    'dry-run': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  args: { command: { choices: ['check', 'apply'] } },
  // The SDK's own chain finds the credentials, as the AWS CLI does.
  dependencies: (): DbDependencies => ({
    rdsData: (region) => new RDSDataClient({ region }),
    secrets: (region) => new SecretsManagerClient({ region }),
    waiting: realWaiting,
    folder: path.join(import.meta.dirname, '../db'),
  }),
  interrupted: 'Interrupted: what was not committed is undone within three minutes.',
  async run({ options, args, terminal, dependencies, signal }) {
    const cluster = arn('--cluster', options.cluster, 'rds', 'cluster:');
    const secret = arn('--secret', options.secret, 'secretsmanager', 'secret:');
    const { database: databaseName = DATABASE } = options;
    if (databaseName === '') throw new UsageError('--database takes the name of a database.');
    const others =
      args.command === 'check' ? (['dry-run', 'reader-secret'] as const) : ['json' as const];
    for (const name of others) {
      if (options[name] === undefined || options[name] === false) continue;
      throw new UsageError(`--${name} does not belong to ${args.command}.`);
    }
    const readerSecret =
      args.command === 'check'
        ? undefined
        : arn('--reader-secret', options['reader-secret'], 'secretsmanager', 'secret:');

    const { folder, secrets, waiting } = dependencies;
    if (options['dry-run']) {
      terminal.print(scriptOf(folder));
      return 0;
    }
    const address = { resourceArn: cluster.text, secretArn: secret.text, database: databaseName };
    const database = dataApi(dependencies.rdsData(cluster.region), address);
    try {
      if (readerSecret !== undefined) {
        const login = await readerLogin(secrets(readerSecret.region), readerSecret.text, signal);
        const ask = async () => apply(database, folder, login, signal);
        await retry(ask, notReadyYet, { waiting, signal, log: terminal.print });
        terminal.print(`Applied: ${directoryFiles.join(', ')}; ${READER} can log in`);
      }
      // Progress goes to the error output, so that the JSON stays whole.
      const progress = { waiting, signal, log: terminal.complain };
      const ask = async () => check(database.execute(signal));
      const findings = await retry(ask, notReadyYet, progress);
      const { failed, notes } = counts(findings);
      terminal.print(
        options.json
          ? JSON.stringify({ failed, notes, findings }, undefined, 2)
          : report(findings, terminal.inColour),
      );
      return failed === 0 ? 0 : 1;
    } catch (error) {
      const sentence = error instanceof SetUpError ? error.message : databaseErrorMessage(error);
      if (sentence === undefined) throw error;
      throw new CommandError(`${sentence}.`, { cause: error });
    }
  },
});

/** The Amazon resource name that an option takes. @throws UsageError */
function arn(option: string, text: string | undefined, service: string, resource: string) {
  const example = `arn:aws:${service}:<region>:<account>:${resource}<name>`;
  if (text === undefined) throw new UsageError(`${option} is missing: give ${example}.`);
  const [prefix, partition, of, region = '', account, ...rest] = text.split(':');
  const isArn = prefix === 'arn' && ![partition, region, account].includes('');
  if (isArn && of === service && rest.join(':').startsWith(resource)) return { text, region };
  throw new UsageError(`${option} takes an ARN such as ${example}, not "${text}".`);
}

/** All of it or, on any error, nothing. Of `db/` only `directory/` is applied: the tables are the portal's. */
async function apply(
  database: Database,
  folder: string,
  login: string,
  signal: AbortSignal,
): Promise<void> {
  const work = async (execute: Execute): Promise<void> => {
    await execute(limitLocks);
    await applyFiles(execute, folder, directoryFiles);
    await execute(login);
  };
  await database.inTransaction(signal, work, rollbackTimeout);
}

/** What `apply` would run. The verifier of the password is the one thing that it leaves out. */
function scriptOf(folder: string): string {
  const parts = directoryFiles.map((file) => {
    const statements = statementsOf(file, readFileSync(path.join(folder, file), 'utf8'));
    return [`-- ${file}`, statements.join(';\n\n')].join('\n\n');
  });
  const login = loginStatement('(made of the password in the secret)');
  return [
    `begin;\n\n${limitLocks}`,
    ...parts,
    `-- the reader's password\n\n${login}`,
    'commit;',
  ].join(';\n\n');
}

main(import.meta.url, db);
