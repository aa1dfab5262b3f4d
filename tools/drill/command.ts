/** `npm run drill`: from the command line to an exit code. */

import { writeFile } from 'node:fs/promises';

import { errorMessage } from '../../aws/error-facts.ts';
import { commonOptions, parsed, WrongUsage } from '../stage/command-line.ts';
import { confirmed } from '../stage/confirmed.ts';
import { exitCode, sentenceFor } from '../stage/exit-code.ts';
import { addressOf, findStage } from '../stage/stage.ts';
import type { AskingTerminal } from '../stage/terminal.ts';
import { NoAnswer } from '../verify/no-answer.ts';
import {
  edgeFunctions,
  expiry,
  fallback,
  headBeforeGet,
  own403,
  requireCloudFront,
  sleepingDatabase,
  theInterface,
} from './at-the-edge.ts';
import { coldStarts, conditionalWrites, reader, rights } from './behind-the-edge.ts';
import { Changes, NotUndone } from './changes.ts';
import {
  type Drill,
  type DrillDependencies,
  failed,
  notTried,
  realDrillDependencies,
} from './step.ts';
import type { Step, Verdict } from './step.ts';

/** In this order. To add one: an object with a name, what it shows and changes, and how it is run. */
const steps: readonly Step[] = [
  sleepingDatabase,
  theInterface,
  edgeFunctions,
  own403,
  headBeforeGet,
  conditionalWrites,
  reader,
  rights,
  fallback,
  expiry,
  coldStarts,
];

const COMMAND = {
  name: 'drill',
  rights:
    "cloudformation:DescribeStacks, lambda:InvokeFunction, GetFunctionConfiguration, GetFunctionConcurrency, PutFunctionConcurrency and DeleteFunctionConcurrency on the stage's functions, cloudfront:CreateInvalidation, GetInvalidation, DescribeFunction and TestFunction, logs:FilterLogEvents, iam:SimulatePrincipalPolicy, secretsmanager:ListSecrets, GetSecretValue of the reader's secret, rds-data:ExecuteStatement",
};

export const HELP = `Shows on a deployed stage what only AWS itself can show, and undoes what it changes.

  npm run drill -- <stage> [options]

  <stage>            staging, production or local

  --dry-run          say what each step shows and changes, and stop
  --only <step>      this step and no other; may be given again
  --output <file>    write the table there, and not to drill-<stage>-<time>.md
  --yes              do not ask
  --yes-production   it may be production: its visitors get last-good copies for
                     two minutes, and its alarm about throttled requests may ring
  --help             print this and stop

It takes about ten minutes. A step that changes something undoes it at its end,
also where it failed. Ctrl-C undoes what is changed at that moment, and then ends
with exit code 130; it is heard once, so wait. A database that is to be met asleep
needs ten minutes without a request before.

Credentials and region are found as by the AWS CLI (AWS_PROFILE, AWS_REGION,
environment, aws sso login).

Exit code: 0 every step passed or could not be tried, or a dry run; 1 one failed;
2 wrong usage.
`;

interface Row extends Verdict {
  readonly step: Step;
  readonly seconds: number;
}

/** The exit code, as HELP says. @param changes - what an interruption has to undo. */
export async function drill(
  args: readonly string[],
  terminal: AskingTerminal,
  dependencies: DrillDependencies = realDrillDependencies(),
  changes = new Changes(),
): Promise<number> {
  return exitCode(COMMAND, terminal, async () => {
    const wanted = wantedOf(args);
    if (wanted.help) {
      terminal.print(HELP);
      return 0;
    }
    const stage = await findStage(dependencies.cloudFormation, wanted.stage);
    if (wanted.dryRun) {
      terminal.print(`Nothing is changed. A drill of ${stage.name}:`);
      for (const { name, shows, changes: what = 'nothing' } of wanted.steps) {
        terminal.print(`\n${name}\n  shows    ${shows}\n  changes  ${what}`);
      }
      return 0;
    }
    if (stage.name === 'Production' && !wanted.yesProduction) {
      throw new WrongUsage(
        'A drill takes a function of production away for two minutes: say --yes-production if you mean it.',
      );
    }
    const at: Drill = { dependencies, stage, changes };
    await requireCloudFront(at);
    for (const { name, changes: what } of wanted.steps) {
      if (what !== undefined) terminal.print(`${name} ${what}.`);
    }
    if (wanted.steps.some((step) => step.changes !== undefined)) {
      await confirmed(terminal, wanted, stage.name.toLowerCase());
    }
    const startedAt = new Date(dependencies.waiting.now()).toISOString();
    const rows = await runAll(at, wanted.steps, terminal);
    const name = stage.name.toLowerCase();
    const file = wanted.output ?? `drill-${name}-${startedAt.replaceAll(/[:.]/gu, '-')}.md`;
    await writeFile(file, document(`${name}, ${addressOf(stage)}, ${startedAt}`, rows));
    terminal.print(`${table(rows)}\nThe table is in ${file}.`);
    return rows.some(({ result }) => result === 'failed') ? 1 : 0;
  });
}

/** @throws WrongUsage */
function wantedOf(args: readonly string[]) {
  const { values, positionals } = parsed({
    args: [...args],
    allowPositionals: true,
    options: {
      ...commonOptions,
      only: { type: 'string', multiple: true },
      output: { type: 'string' },
      'yes-production': { type: 'boolean' },
    },
  });
  const { help = false, yes = false, only = [], output } = values;
  const [stage, ...more] = positionals;
  if (stage === undefined && !help) throw new WrongUsage('The stage is missing.');
  if (more.length > 0) throw new WrongUsage(`"${more.join(' ')}" is too much.`);
  const names = steps.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new WrongUsage(`There is no step "${unknown}": say ${names.join(', ')}.`);
  }
  return {
    help,
    yes,
    output,
    stage: stage ?? '',
    dryRun: values['dry-run'] ?? false,
    yesProduction: values['yes-production'] ?? false,
    steps: only.length === 0 ? steps : steps.filter(({ name }) => only.includes(name)),
  };
}

async function runAll(
  at: Drill,
  wanted: readonly Step[],
  terminal: AskingTerminal,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let isUndone = true;
  for (const step of wanted) {
    const startedAt = at.dependencies.waiting.now();
    terminal.print(`${step.name} …`);
    let verdict = isUndone ? await outcomeOf(step, at) : notTried('a change is not undone');
    try {
      await at.changes.undo();
      isUndone = true;
    } catch (error) {
      if (!(error instanceof NotUndone)) throw error;
      if (isUndone) verdict = failed(error.message);
      isUndone = false;
    }
    const seconds = Math.round((at.dependencies.waiting.now() - startedAt) / 1000);
    rows.push({ step, ...verdict, seconds });
    terminal.print(`  ${verdict.result}: ${verdict.why}`);
  }
  return rows;
}

async function outcomeOf(step: Step, at: Drill): Promise<Verdict> {
  try {
    return await step.run(at);
  } catch (error) {
    if (error instanceof NoAnswer) return failed(`The service does not answer: ${error.reason}.`);
    return failed(sentenceFor(error, COMMAND.rights) ?? errorMessage(error));
  }
}

function table(rows: readonly Row[]): string {
  return rows
    .map(
      ({ step, result, seconds, why }) =>
        `${step.name.padEnd(20)}${result.padEnd(11)}${`${seconds} s`.padStart(6)}  ${why}`,
    )
    .join('\n');
}

function document(title: string, rows: readonly Row[]): string {
  const cells = rows.map(({ step, result, why, seconds }) => [
    step.name,
    step.shows,
    result,
    why,
    String(seconds),
  ]);
  const lines = [['step', 'shows', 'result', 'why', 'seconds'], Array(5).fill('-'), ...cells];
  const text = lines.map(
    (line) => `| ${line.map((cell: string) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return `# Drill: ${title}\n\n${text.join('\n')}\n`;
}
