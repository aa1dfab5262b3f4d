/**
 * Takes a founder out of everything that is published, at once. Run as `npm run takedown`. It does so in the order in which
 * nothing brings them back. Each step leaves behind only what the next ones remove, and each can be done again.
 *
 * 1. The portal. Every fresh read publishes what the portal publishes, so while it has the founder the rest is useless.
 *    Where it cannot be asked, the copy is what is served, and the rest is done.
 * 2. The copy. It is what new processes begin with while the database is unavailable, and what the edge serves by itself.
 *    It keeps its time: what it says was read then. It is written over what was just read only, and so is every
 *    function's write: one that began before, with the founder in memory, no longer finds what it read, and gives up.
 *    That holds for a refresh too, which may take longer than an answer.
 * 3. The memory of the functions. In an outage a process prefers what it remembers to a copy of the same time, so all
 *    processes must end; not before the copy is clean, or the new ones would learn the founder from it. Then the answers
 *    in flight are waited for: they are the last that can carry the founder to the edge.
 * 4. The copy again. If the founder is back, a new process may have read them: then 2 and 3 once more.
 * 5. The old versions. Only now is the last version with the founder an old one. No function reads them.
 * 6. The edge. Only now does everything behind it answer without the founder.
 * 7. A check from outside.
 */

import {
  type FunctionConfiguration,
  GetFunctionConfigurationCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import * as v from 'valibot';

import { NotServing, refresh } from '../lambda/aws/refresh.ts';
import { waitUntil } from './stage/wait-until.ts';
import { command, CommandError, UsageError } from './cli/command.ts';
import { main } from './cli/main.ts';
import { uuid } from '../contract/fields.ts';
import { GATEWAY_TIMEOUT_SECONDS } from '../contract/limits.ts';
import { forgetBefore, stageOutput } from '../contract/names.ts';
import {
  addressOf,
  confirmed,
  confirmOptions,
  explainWith,
  findStage,
  functionOf,
  invalidate,
  realStageDependencies,
  type StageDependencies,
} from './stage/stage.ts';
import {
  COPY_KEY,
  deleteOldVersions,
  founders,
  type FoundersCopy,
  holds,
  oldVersions,
  readCopy,
  recordsOf,
  removeFromCopy,
} from './takedown/copies.ts';

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

const ROUNDS = 3;
const TIMEOUT_MS = 30_000;

/** A change of variables takes seconds. */
const UNTIL_CHANGED = { everyMs: 1000, atMostMs: 5 * 60_000 };

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

/** What a takedown works on: everything of a stage that can hold the founder. */
interface Takedown extends StageDependencies {
  readonly bucket: string;
  readonly functionName: string;
  readonly distributionId: string;
  /** Of the list, as clients ask for it. */
  readonly listUrl: string;
  /** Their id in lower case. */
  readonly founder: string;
  /** Called after each step. */
  readonly say: (step: string, result: string) => void;
}

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

/** @throws CommandError, the steps that were said being done. */
async function takeOut(at: Takedown): Promise<void> {
  const { s3, bucket, distributionId, listUrl, say } = at;
  const whyUnknown = await askPortal(at);
  say(
    'portal',
    whyUnknown === undefined
      ? 'it does not publish the founder'
      : `it is not known whether it publishes the founder (${whyUnknown}); going on with what is served`,
  );

  await removeForGood(at);

  const deleted = await deleteOldVersions(s3, bucket);
  say('old versions', deleted === 0 ? 'there were none' : `${deleted} deleted`);

  await invalidate(at, distributionId, 'takedown', [founders.path]);
  say('edge', `${founders.path} is invalidated`);

  const reasons = [...(await whyStillInCopy(at)), ...(await whyStillServed(at))];
  if (reasons.length > 0) {
    throw new CommandError(
      `${reasons.join(' ')} See that the portal no longer publishes the founder, and run this again.`,
    );
  }
  say('check', `neither the copy nor ${listUrl} holds the founder`);
  if (whyUnknown !== undefined) {
    say(
      'note',
      'the portal could not be asked: if it still publishes the founder, they come back with it; run this again when it answers',
    );
  }
}

/**
 * Has the function read its list: a fresh read ends in the last-good copy. Why it is not known whether the portal
 * publishes the founder, or `undefined` where it does not. @throws CommandError where it does.
 */
async function askPortal(at: Takedown): Promise<string | undefined> {
  const { lambda, s3, bucket, functionName, founder } = at;
  const before = await readCopy(s3, bucket);
  try {
    const { signal } = new AbortController();
    const { failure } = await refresh(lambda, functionName, { acceptDrop: false }, signal);
    if (failure !== undefined) return `${failure.name}: ${failure.reason}`;
  } catch (error) {
    if (error instanceof NotServing) return error.message;
    throw error;
  }
  const after = await readCopy(s3, bucket);
  const isNewer =
    after.state === 'found' && (before.state !== 'found' || after.cachedAt > before.cachedAt);
  if (!isNewer) return 'what was read was not kept as the last-good copy';
  if (!holds(after.records, founder)) return undefined;
  throw new CommandError(
    'The portal still publishes this founder: take them out of the directory there, then run this again. Nothing was changed.',
  );
}

async function removeForGood(at: Takedown): Promise<void> {
  const { s3, bucket, functionName, founder, say } = at;
  const removed = await removeFromCopy(s3, bucket, founder);
  say('copy', removed ? 'the founder is removed' : 'the founder is not in it');
  for (let round = 0; round < ROUNDS; round += 1) {
    await forget(at);
    say('functions', `${functionName} has new processes`);
    const isBack = await removeFromCopy(s3, bucket, founder);
    say('copy', isBack ? 'the founder was back, and is removed' : 'still without the founder');
    if (!isBack) return;
  }
  throw new CommandError(
    `The founder came back into the copy ${ROUNDS} times, so the portal still publishes them: take them out of the directory there, then run this again.`,
  );
}

/** Lets the processes of the function end. Returns when no previous one answers any more. @throws CommandError */
async function forget({ lambda, waiting, functionName }: Takedown): Promise<void> {
  const ask = async () =>
    lambda.send(new GetFunctionConfigurationCommand({ FunctionName: functionName }));
  const { Environment, RevisionId } = await waitUntil(
    waiting,
    UNTIL_CHANGED,
    ask,
    ({ LastUpdateStatus }) => LastUpdateStatus !== 'InProgress',
  );
  if (Environment?.Variables === undefined) {
    // To write the one variable alone would take all the others away.
    throw new CommandError(
      `The variables of the function ${functionName} cannot be read: deploy the stage again, then run this again.`,
    );
  }
  const time = new Date(waiting.now()).toISOString();
  await lambda.send(
    new UpdateFunctionConfigurationCommand({
      FunctionName: functionName,
      Environment: { Variables: { ...Environment.Variables, [forgetBefore]: time } },
      RevisionId, // nobody else's change is undone, such as that of a deployment
    }),
  );
  const isTaken = (now: FunctionConfiguration) =>
    now.LastUpdateStatus === 'Successful' && now.Environment?.Variables?.[forgetBefore] === time;
  const after = await waitUntil(
    waiting,
    UNTIL_CHANGED,
    ask,
    (now) => isTaken(now) || now.LastUpdateStatus === 'Failed',
  );
  if (!isTaken(after)) {
    const { LastUpdateStatus = 'no status', LastUpdateStatusReason = 'no reason given' } = after;
    throw new CommandError(
      `The function ${functionName} did not take its new configuration (${LastUpdateStatus}: ${LastUpdateStatusReason}): run this again.`,
    );
  }
  // An answer that one of them still gives reaches the edge within this time or not at all.
  await waiting.pause(GATEWAY_TIMEOUT_SECONDS * 1000);
}

async function whyStillInCopy({ s3, bucket, founder }: Takedown): Promise<readonly string[]> {
  const copy = await readCopy(s3, bucket);
  if (copy.state === 'unusable') return [`The last-good copy is unusable: ${copy.reason}.`];
  return copy.state === 'found' && holds(copy.records, founder)
    ? ['The last-good copy holds the founder again.']
    : [];
}

async function whyStillServed({ fetch, listUrl, founder }: Takedown): Promise<readonly string[]> {
  const unchecked = (why: string) => [`${listUrl} could not be checked: ${why}.`];
  let text: string;
  try {
    const answer = await fetch(listUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status !== 200) return unchecked(`it answers ${answer.status}`);
    text = await answer.text();
  } catch {
    return unchecked('it does not answer');
  }
  const records = recordsOf(text);
  if (records === undefined) return unchecked('it does not answer with a list');
  return holds(records, founder) ? [`${listUrl} still holds the founder.`] : [];
}

main(import.meta.url, takedown);
