/** A command as a process of its own: Ctrl-C, and what it leaves as exit code. */

import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Command } from './command.ts';
import { ownTerminal, type Terminal } from './terminal.ts';

const INTERRUPTED = 130;

/** npm passes on what the terminal sends to both, so that one Ctrl-C may arrive twice. */
const ONE_CTRL_C_MS = 1000;

/** Runs the command where the module at this URL is what Node was started with, and not imported. */
export function main<D>(url: string, command: Command<D>): void {
  const [, script, ...args] = process.argv;
  if (script === undefined || realpathSync(script) !== fileURLToPath(url)) return;
  process.exitCode = 1; // until the command has said otherwise
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- where D is undefined there are none
  void runHere(command, args, command.dependencies?.() as D);
}

async function runHere<D>(command: Command<D>, args: readonly string[], dependencies: D) {
  const terminal = ownTerminal();
  const interruption = interruptionOf(command, terminal, dependencies);
  let code = 0;
  // `npm run … | head` closes the pipe early: that is no failure, but what is to be undone must be.
  process.stdout.on('error', () => {
    if (typeof command.onInterrupt !== 'function') process.exit(code);
  });
  try {
    code = await command.run(args, terminal, dependencies, interruption);
    process.exitCode = interruption.aborted ? INTERRUPTED : code;
  } catch (error) {
    if (!interruption.aborted) throw error;
    process.exitCode = INTERRUPTED;
  }
}

function interruptionOf<D>(
  { interrupted = 'Interrupted.', onInterrupt }: Command<D>,
  terminal: Terminal,
  dependencies: D,
): AbortSignal {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const interrupt = async (): Promise<void> => {
    if (firstAt !== undefined) {
      const isAnother = performance.now() - firstAt > ONE_CTRL_C_MS;
      if (isAnother && onInterrupt === 'finish') process.exit(INTERRUPTED);
      return;
    }
    firstAt = performance.now();
    terminal.complain(interrupted);
    controller.abort();
    if (onInterrupt === 'finish') return;
    if (typeof onInterrupt === 'function') await onInterrupt(terminal, dependencies);
    process.exit(INTERRUPTED);
  };
  if (onInterrupt === 'own') return controller.signal;
  const more = typeof onInterrupt === 'function' ? (['SIGTERM', 'SIGHUP'] as const) : [];
  for (const signal of ['SIGINT', ...more] as const) process.on(signal, () => void interrupt());
  return controller.signal;
}
