/** What the command line of `npm run takedown` takes. */

import * as v from 'valibot';

import { uuid } from '../../contract/fields.ts';
import { type CommandLine, WrongUsage } from '../stage/command-line.ts';

export interface Wanted {
  /** As it was typed. */
  readonly stage: string;
  /** A uuid in lower case. */
  readonly founder: string;
}

export const HELP = `Takes a founder out of everything that is published, at once. Take them out of the
directory in the portal first.

  npm run takedown -- <stage> <founder id> [options]

  <stage>         staging, production or local
  <founder id>    the founder's id in the list, a uuid

  --dry-run       say what would be done, and change nothing
  --yes           do not ask
  --help          print this and stop

It removes them from the last-good copy, from what the functions remember, from the
old versions of the copy and from the edge, and then checks. It takes a few minutes,
and is safe to run again after any failure. What a browser has already fetched lives
there for up to an hour.

Credentials and region are found as by the AWS CLI (AWS_PROFILE, AWS_REGION,
environment, aws sso login).

Exit code: 0 the founder is gone, 1 they are not or it failed, 2 wrong usage.
`;

/** Throws `WrongUsage`. */
export function wantedOf({ words }: Pick<CommandLine, 'words'>): Wanted {
  const [stage, founder, ...more] = words;
  if (stage === undefined) throw new WrongUsage('The stage and the founder id are missing.');
  if (founder === undefined) throw new WrongUsage(`The founder id is missing after "${stage}".`);
  if (more.length > 0) throw new WrongUsage(`"${more.join(' ')}" is too much.`);
  if (!v.safeParse(uuid, founder).success) {
    throw new WrongUsage(`The founder id is a uuid, not "${founder}".`);
  }
  return { stage, founder: founder.toLowerCase() };
}
