/** What the command line of `npm run db` takes. */

import { parseArgs, types } from 'node:util';

import { type Arn, arnOf } from './arn.ts';

export interface Target {
  readonly cluster: Arn;
  readonly secret: Arn;
  readonly database: string;
}

export type Usage =
  | { readonly command: 'help' }
  | { readonly command: 'check'; readonly target: Target; readonly json: boolean }
  | {
      readonly command: 'apply';
      readonly target: Target;
      readonly readerSecret: Arn;
      readonly dryRun: boolean;
    };

/** The command line is wrong; the message is one sentence for who typed it. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

const DATABASE = 'portal';

export const HELP = `Checks or sets up what the service reads in an existing Aurora cluster: the views
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

/** Throws `WrongUsage`. */
export function usageOf(args: readonly string[]): Usage {
  const { values, positionals } = parsed(args);
  if (values.help === true) return { command: 'help' };
  const [command, ...more] = positionals;
  if (command !== 'check' && command !== 'apply') {
    throw new WrongUsage(
      command === undefined
        ? 'Say what to do: check or apply.'
        : `There is no command "${command}": say check or apply.`,
    );
  }
  if (more.length > 0) throw new WrongUsage(`"${more.join(' ')}" is too much after ${command}.`);
  const target = {
    cluster: arn('--cluster', values.cluster, 'rds', 'cluster:'),
    secret: arn('--secret', values.secret, 'secretsmanager', 'secret:'),
    database: values.database ?? DATABASE,
  };
  if (target.database === '') throw new WrongUsage('--database takes the name of a database.');
  if (command === 'check') {
    only(command, { '--dry-run': values['dry-run'], '--reader-secret': values['reader-secret'] });
    return { command, target, json: values.json ?? false };
  }
  only(command, { '--json': values.json });
  const readerSecret = arn('--reader-secret', values['reader-secret'], 'secretsmanager', 'secret:');
  return { command, target, readerSecret, dryRun: values['dry-run'] ?? false };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        cluster: { type: 'string' },
        secret: { type: 'string' },
        'reader-secret': { type: 'string' },
        database: { type: 'string' },
        'dry-run': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    const [sentence = ''] = types.isNativeError(error) ? error.message.split(/\.\s|\n/u) : [];
    throw new WrongUsage(`${sentence.replace(/\.$/u, '')}.`, { cause: error });
  }
}

function arn(option: string, text: string | undefined, service: string, resource: string): Arn {
  const example = `arn:aws:${service}:<region>:<account>:${resource}<name>`;
  if (text === undefined) throw new WrongUsage(`${option} is missing: give ${example}.`);
  const found = arnOf(text);
  if (found?.service === service && found.resource.startsWith(resource)) return found;
  throw new WrongUsage(`${option} takes an ARN such as ${example}, not "${text}".`);
}

function only(command: string, others: Readonly<Record<string, unknown>>): void {
  for (const [option, value] of Object.entries(others)) {
    if (value !== undefined) throw new WrongUsage(`${option} does not belong to ${command}.`);
  }
}
