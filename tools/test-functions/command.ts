/** `npm run test-functions`: from the command line to an exit code. */

import { commandLine, WrongUsage } from '../stage/command-line.ts';
import { exitCode } from '../stage/exit-code.ts';
import { findStage } from '../stage/stage.ts';
import type { Terminal } from '../verify/command.ts';
import { realDependencies, type StageDependencies } from '../stage/dependencies.ts';
import { tryFunctions, type TriedEvent } from './try-functions.ts';

const HELP = `Has CloudFront run the published functions of a stage with three events each
(TestFunction), and compares what comes with what their source gives here.

  npm run test-functions -- <stage>

  <stage>        staging, production or local

  --help         print this and stop

It changes nothing. Credentials and region are found as by the AWS CLI.

Exit code: 0 the functions give what they should; 1 one does not, or AWS did not
answer; 2 wrong usage.
`;

const COMMAND = {
  name: 'test-functions',
  rights:
    "cloudformation:DescribeStacks, and cloudfront:DescribeFunction and TestFunction on the stage's functions",
};

/** From here on CloudFront may throttle a function (Developer Guide, "Test functions", "Compute utilization"). */
const HIGH_UTILIZATION = 50;

/** The exit code: 0 all is right, 1 it is not, 2 wrong usage. */
export async function testFunctions(
  args: readonly string[],
  terminal: Terminal,
  dependencies: StageDependencies = realDependencies(),
): Promise<number> {
  return exitCode(COMMAND, terminal, async () => run(args, terminal, dependencies));
}

async function run(
  args: readonly string[],
  terminal: Terminal,
  dependencies: StageDependencies,
): Promise<number> {
  const { words, help } = commandLine(args);
  if (help) {
    terminal.print(HELP);
    return 0;
  }
  const [stage, ...more] = words;
  if (stage === undefined) throw new WrongUsage('The stage is missing.');
  if (more.length > 0) throw new WrongUsage(`"${more.join(' ')}" is too much.`);

  const tried = await tryFunctions(
    dependencies.cloudFront,
    await findStage(dependencies.cloudFormation, stage),
  );
  for (const each of tried) terminal.print(lineOf(each));
  const wrong = tried.filter(({ flaw }) => flaw !== undefined);
  for (const { function: name, event, flaw } of wrong) {
    terminal.complain(
      `CloudFront runs ${name} otherwise than this source does, with ${event}: ${flaw}. Is this the source that was deployed?`,
    );
  }
  return wrong.length === 0 ? 0 : 1;
}

function lineOf({ function: name, event, flaw, computeUtilization: percent }: TriedEvent): string {
  const throttled = percent > HIGH_UTILIZATION ? ', near to what CloudFront throttles' : '';
  return `${name.padEnd(17)}${flaw === undefined ? 'right' : 'WRONG'}  ${percent} % of its time${throttled}  ${event}`;
}
