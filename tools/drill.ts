/** Shows on a deployed stage what only AWS itself can show. Run as `npm run drill`. */

import { writeFile } from 'node:fs/promises';

import { errorMessage } from '../lambda/aws/errors.ts';
import { command, UsageError } from './cli/command.ts';
import { main } from './cli/main.ts';
import type { Terminal } from './cli/terminal.ts';
import { coldStarts, reader, rights } from './drill/aws-steps.ts';
import {
  edgeFunctions,
  expiry,
  fallback,
  headBeforeGet,
  own403,
  requireCloudFront,
  sleepingDatabase,
} from './drill/edge-steps.ts';
import { NoAnswer } from './drill/exchange.ts';
import {
  type Drill,
  failed,
  notTried,
  realDrillDependencies,
  type Step,
  type Verdict,
} from './drill/step.ts';
import { addressOf, confirmed, confirmOptions, explainWith, findStage } from './stage/stage.ts';

/** In this order. To add one: an object with a name, what it shows and changes, and how it is run. */
const steps: readonly Step[] = [
  sleepingDatabase,
  edgeFunctions,
  own403,
  headBeforeGet,
  reader,
  rights,
  fallback,
  expiry,
  coldStarts,
];

const help = `Shows on a deployed stage what only AWS itself can show, and undoes what it changes.

  npm run drill -- <stage> [options]

  <stage>            staging, production or local

  --dry-run          say what each step shows and changes, and stop
  --only <step>      run only this step; may be given more than once
  --output <file>    where to write the table (default: drill-<stage>-<time>.md)
  --yes              do not ask
  --yes-production   allow production: its visitors get last-good copies for two
                     minutes, and its alarm about throttled requests may go off
  --help             print this and stop

It takes about ten minutes. A step that changes something undoes it at its end,
even if it fails. Ctrl-C undoes what is changed at that moment, and then ends with
exit code 130: press it once and wait. To test a sleeping database, send no request
for ten minutes first.

Credentials and region are found as by the AWS CLI (AWS_PROFILE, AWS_REGION,
environment, aws sso login).

Exit code: 0 every step passed or could not be tried, or a dry run; 1 one failed;
2 wrong usage.
`;

const explain = explainWith(
  "cloudformation:DescribeStacks, lambda:InvokeFunction, GetFunctionConfiguration, GetFunctionConcurrency, PutFunctionConcurrency and DeleteFunctionConcurrency on the stage's functions, cloudfront:CreateInvalidation, GetInvalidation, DescribeFunction and TestFunction, logs:FilterLogEvents, iam:SimulatePrincipalPolicy, secretsmanager:ListSecrets, GetSecretValue of the reader's secret, rds-data:ExecuteStatement",
);

export const drill = command({
  name: 'drill',
  help,
  options: {
    ...confirmOptions,
    only: { type: 'string', multiple: true },
    output: { type: 'string' },
    'yes-production': { type: 'boolean' },
  },
  args: { stage: {} },
  dependencies: realDrillDependencies,
  explain,
  interrupted: 'Interrupted: what is changed now is undone, wait …',
  async onInterrupt(terminal, { changes }) {
    try {
      await changes.interrupt();
      terminal.complain('Everything is as it was.');
    } catch (error) {
      terminal.complain(errorMessage(error));
    }
  },
  async run({ options, args, terminal, dependencies }) {
    const wanted = stepsNamed(options.only);
    const isProduction = args.stage.toLowerCase() === 'production';
    if (isProduction && !options['dry-run'] && !options['yes-production']) {
      throw new UsageError(
        'A drill makes a function of production unavailable for two minutes: use --yes-production if you mean it.',
      );
    }
    const stage = await findStage(dependencies.cloudFormation, args.stage);
    const name = stage.name.toLowerCase();
    if (options['dry-run']) {
      terminal.print(`Nothing is changed. A drill of ${stage.name}:`);
      for (const { name: step, shows, changes = 'nothing' } of wanted) {
        terminal.print(`\n${step}\n  shows    ${shows}\n  changes  ${changes}`);
      }
      return 0;
    }
    const at: Drill = { ...dependencies, stage };
    await requireCloudFront(at);
    const changing = wanted.filter(({ changes }) => changes !== undefined);
    for (const { name: step, changes } of changing) terminal.print(`${step} ${changes}.`);
    if (changing.length > 0) await confirmed(terminal, options.yes, name);

    const startedAt = new Date(at.waiting.now()).toISOString();
    const rows = await runAll(at, wanted, terminal);
    const file = options.output ?? `drill-${name}-${startedAt.replaceAll(/[:.]/gu, '-')}.md`;
    await writeFile(file, document(`${name}, ${addressOf(stage)}, ${startedAt}`, rows));
    terminal.print(`${table(rows)}\nThe table is in ${file}.`);
    return rows.some(({ result }) => result === 'failed') ? 1 : 0;
  },
});

/** @throws UsageError */
function stepsNamed(only: readonly string[]): readonly Step[] {
  const names = steps.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`There is no step "${unknown}": use ${names.join(', ')}.`);
  }
  return only.length === 0 ? steps : steps.filter(({ name }) => only.includes(name));
}

interface Row extends Verdict {
  readonly step: Step;
  readonly seconds: number;
}

async function runAll(
  at: Drill,
  wanted: readonly Step[],
  terminal: Terminal,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let isUndone = true;
  for (const step of wanted) {
    const startedAt = at.waiting.now();
    terminal.print(`${step.name} …`);
    let verdict = isUndone ? await outcomeOf(step, at) : notTried('a change is not undone');
    try {
      await at.changes.undo();
      isUndone = true;
    } catch (error) {
      if (isUndone) verdict = failed(errorMessage(error));
      isUndone = false;
    }
    const seconds = Math.round((at.waiting.now() - startedAt) / 1000);
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
    return failed(explain(error) ?? errorMessage(error));
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
  const lines = rows.map(({ step: { name, shows }, result, why, seconds }) =>
    [name, shows, result, why, String(seconds)].map((cell) => cell.replaceAll('|', '\\|')),
  );
  const head = ['step', 'shows', 'result', 'why', 'seconds'];
  const text = [head, head.map(() => '-'), ...lines].map((line) => `| ${line.join(' | ')} |`);
  return `# Drill: ${title}\n\n${text.join('\n')}\n`;
}

main(import.meta.url, drill);
