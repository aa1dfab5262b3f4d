/** Measures what the service costs, against goals and beside other servers. Run as `npm run bench`. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { format } from 'prettier';

import { errorMessage } from '../lambda/aws/errors.ts';
import { root } from '../bundling/esbuild.ts';
import { command, CommandError } from '../cli/command.ts';
import { main } from '../cli/main.ts';
import { canPin, disturbance, machineName, type Observation, observe } from './machine.ts';
import { measure, quickPlan, wholePlan } from './measure.ts';
import { plotsOf, reportOf } from './report.ts';
import { Started } from './setting.ts';

const help = `Measures what the service costs, against its goals and beside other servers: processor
time, bytes and waiting, as ratios where it can, in rounds in which each has its turn. It
installs the other servers into bench/node_modules and starts a PostgreSQL server of its
own, which it ends. It takes five minutes, on Linux, and nothing else should run meanwhile:
where something did, it says that the figures cannot be trusted.

  npm run bench
  npm run bench -- --quick

  --quick    fewer rounds and shorter lists, in a minute: prints the report, and writes
             nothing
  --help     print this and stop

Writes docs/performance.md and its plots.

Exit code: 0 measured, whatever the figures are; 1 it cannot be measured here, or failed;
2 wrong usage.
`;

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const PLOTS = 'docs/performance';

export const bench = command({
  name: 'bench',
  help,
  options: { quick: { type: 'boolean' } },
  dependencies: () => new Started(),
  interrupted: 'Interrupted: ending what was started …',
  onInterrupt: async (_terminal, started) => started.end(),
  async run({ options, terminal, dependencies: started, signal }) {
    if (!existsSync('/proc/self/schedstat')) {
      throw new CommandError('What a process has used is read from /proc: run it on Linux.');
    }
    const startedAt = performance.now();
    const seconds = (): number => (performance.now() - startedAt) / 1000;
    const observations: Observation[] = [];
    const step = (next: string): void => {
      signal.throwIfAborted();
      observations.push(observe());
      terminal.print(`${seconds().toFixed(0).padStart(4)} s  ${next}`);
    };

    step('the other servers are installed');
    await installPeers(signal);
    try {
      const plan = options.quick ? quickPlan : wholePlan;
      const measured = await measure(plan, started, signal, step);
      observations.push(observe());
      const report = reportOf(measured, {
        machine: machineName(),
        disturbance: disturbance(observations),
        isPinned: canPin(),
        minutes: seconds() / 60,
        day: new Date().toISOString().slice(0, 10),
      });
      const text = await format(report, { parser: 'markdown', printWidth: 100, singleQuote: true });
      terminal.print(`\n${text}`);
      if (!options.quick) await write(text, plotsOf(measured));
    } finally {
      await started.end();
    }
    return 0;
  },
});

/** @throws CommandError */
async function installPeers(signal: AbortSignal): Promise<void> {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  try {
    await promisify(execFile)('npm', args, { cwd: path.join(root, 'bench'), signal });
  } catch (error) {
    throw new CommandError(`The other servers cannot be installed: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

async function write(text: string, plots: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(path.join(root, PLOTS), { recursive: true });
  await writeFile(path.join(root, `${PLOTS}.md`), text);
  for (const [file, plot] of Object.entries(plots)) {
    await writeFile(path.join(root, PLOTS, file), plot);
  }
}

main(import.meta.url, bench);
