/** Takes a founder out of everything that is published, at once. Run as `npm run takedown`. */

import * as v from 'valibot';

import { command, UsageError } from '../cli/command.ts';
import { main } from '../cli/main.ts';
import { uuid } from '../contract/fields.ts';
import { stageOutput } from '../contract/names.ts';
import {
  addressOf,
  confirmed,
  confirmOptions,
  explainWith,
  findStage,
  functionOf,
  realStageDependencies,
} from './stage/stage.ts';
import {
  COPY_KEY,
  founders,
  type FoundersCopy,
  holds,
  oldVersions,
  readCopy,
} from './takedown/copies.ts';
import { takeOut, type Takedown } from './takedown/take-out.ts';

const help = `Takes a founder out of everything that is published, at once. Take them out of the
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

const WIDTH = 'old versions'.length + 2;

export const takedown = command({
  name: 'takedown',
  help,
  options: confirmOptions,
  args: { stage: {}, 'founder id': {} },
  dependencies: realStageDependencies,
  explain: explainWith(
    'cloudformation:DescribeStacks, lambda:InvokeFunction, GetFunctionConfiguration and UpdateFunctionConfiguration, s3:ListBucket, ListBucketVersions, GetObject, PutObject and DeleteObjectVersion, cloudfront:CreateInvalidation and GetInvalidation',
  ),
  interrupted: 'Interrupted: the steps listed above are done. Run it again: it does the rest.',
  async run({ options, args, terminal, dependencies }) {
    const founder = args['founder id'].toLowerCase();
    if (!v.is(uuid, founder)) {
      throw new UsageError(`The founder id is a uuid, not "${args['founder id']}".`);
    }
    const stage = await findStage(dependencies.cloudFormation, args.stage);
    let steps = 0;
    const at: Takedown = {
      ...dependencies,
      bucket: stage.output(stageOutput.lastGoodBucket),
      functionName: functionOf(stage, founders.name),
      distributionId: stage.output(stageOutput.distributionId),
      listUrl: `${addressOf(stage)}/${founders.name}`,
      founder,
      say(step, result) {
        steps += 1;
        terminal.print(`${step.padEnd(WIDTH)}${result}`);
      },
    };
    if (options['dry-run']) {
      terminal.print(`Nothing is changed. A takedown of ${founder} in ${stage.name}:`);
      await describe(at);
      return 0;
    }
    terminal.print(`The founder ${founder} is about to be taken out of ${stage.name}.`);
    await confirmed(terminal, options.yes, founders.name);
    try {
      await takeOut(at);
    } catch (error) {
      if (steps > 0) {
        terminal.complain('Not finished: the steps listed above are done, the others are not.');
      }
      throw error;
    }
    terminal.print('Gone. What a browser has already fetched lives there for up to an hour.');
    return 0;
  },
});

/** What would be done, found out by reading only. */
async function describe(at: Takedown): Promise<void> {
  const { s3, bucket, functionName, distributionId, listUrl, founder, say } = at;
  const copy = await readCopy(s3, bucket);
  const { versions, deleteMarkers } = await oldVersions(s3, bucket);
  say('portal', `${functionName} would be asked for a refresh first`);
  say('copy', `s3://${bucket}/${COPY_KEY}: ${described(copy, founder)}`);
  say('functions', `${functionName} would get new processes`);
  say('old versions', `${versions.length + deleteMarkers.length} would be deleted`);
  say('edge', `${founders.path} of ${distributionId} would be invalidated`);
  say('check', `the copy and ${listUrl} would be looked at`);
}

function described(copy: FoundersCopy, founder: string): string {
  if (copy.state === 'absent') return 'there is no copy';
  if (copy.state === 'unusable') return `the copy is unusable (${copy.reason})`;
  return holds(copy.records, founder)
    ? 'yes, the founder is in it and would be removed'
    : 'no, the founder is not in it';
}

main(import.meta.url, takedown);
