/** `npm run takedown`: from the command line to an exit code. */

import { commandLine } from '../stage/command-line.ts';
import { confirmed } from '../stage/confirmed.ts';
import { exitCode } from '../stage/exit-code.ts';
import { findStage } from '../stage/stage.ts';
import type { AskingTerminal } from '../stage/terminal.ts';
import { realDependencies, type StageDependencies } from '../stage/dependencies.ts';
import { dryRun } from './dry-run.ts';
import { takeOut } from './take-out.ts';
import { founders, targetOf } from './target.ts';
import { HELP, wantedOf } from './usage.ts';

const COMMAND = {
  name: 'takedown',
  rights:
    'cloudformation:DescribeStacks, lambda:InvokeFunction, GetFunctionConfiguration and UpdateFunctionConfiguration, s3:ListBucket, ListBucketVersions, GetObject, PutObject and DeleteObjectVersion, cloudfront:CreateInvalidation and GetInvalidation',
};

const WIDTH = 'old versions'.length + 2;

/** The exit code: 0 the founder is gone, or a dry run; 1 they are not, or it failed; 2 wrong usage. */
export async function takedown(
  args: readonly string[],
  terminal: AskingTerminal,
  dependencies: StageDependencies = realDependencies(),
): Promise<number> {
  return exitCode(COMMAND, terminal, async () => run(args, terminal, dependencies));
}

async function run(
  args: readonly string[],
  terminal: AskingTerminal,
  dependencies: StageDependencies,
): Promise<number> {
  const options = commandLine(args);
  if (options.help) {
    terminal.print(HELP);
    return 0;
  }
  const { stage: typed, founder } = wantedOf(options);
  const stage = await findStage(dependencies.cloudFormation, typed);
  const target = targetOf(stage);
  let steps = 0;
  const say = (step: string, result: string) => {
    steps += 1;
    terminal.print(`${step.padEnd(WIDTH)}${result}`);
  };
  if (options.dryRun) {
    terminal.print(`Nothing is changed. A takedown of ${founder} in ${stage.name}:`);
    await dryRun(dependencies, target, founder, say);
    return 0;
  }
  terminal.print(`The founder ${founder} is taken out of ${stage.name}.`);
  await confirmed(terminal, options, founders.name);
  try {
    await takeOut(dependencies, target, founder, say);
  } catch (error) {
    if (steps > 0) terminal.complain('Not finished: what stands above is done, the rest is not.');
    throw error;
  }
  terminal.print('Gone. What a browser has already fetched lives there for up to an hour.');
  return 0;
}
