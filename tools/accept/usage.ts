/** What the command line of `npm run accept` takes. */

import { allDirectories, type DirectoryName } from '../../contract/directories.ts';
import { type CommandLine, WrongUsage } from '../stage/command-line.ts';

export interface Target {
  /** As it was typed. */
  readonly stage: string;
  readonly directory: DirectoryName;
}

export const HELP = `Publishes a list that truly lost more than half of its records, which the service
refuses by itself where it had more than ten.

  npm run accept -- <stage> <directory> [options]

  <stage>        staging, production or local
  <directory>    startups, founders or jobs

  --dry-run      say what the database has and what is published, and stop
  --yes          do not ask
  --help         print this and stop

Both readings are made by the directory's function. Only the comparison with the
list before is left out: a list that is bad in another way stays refused.

Credentials and region are found as by the AWS CLI (AWS_PROFILE, AWS_REGION,
environment, aws sso login).

Exit code: 0 published, or there is something or nothing to accept; 1 it cannot be
accepted, or AWS did not do it; 2 wrong usage.
`;

/** Throws `WrongUsage`. */
export function targetOf({ words }: Pick<CommandLine, 'words'>): Target {
  const [stage, typed, ...more] = words;
  if (stage === undefined) throw new WrongUsage('The stage and the directory are missing.');
  if (typed === undefined) throw new WrongUsage(`The directory is missing after "${stage}".`);
  if (more.length > 0) throw new WrongUsage(`"${more.join(' ')}" is too much.`);
  const directory = allDirectories.find(({ name }) => name === typed);
  if (directory !== undefined) return { stage, directory: directory.name };
  throw new WrongUsage(`There is no directory "${typed}": say startups, founders or jobs.`);
}
