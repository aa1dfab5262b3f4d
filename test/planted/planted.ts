/** Plants bugs in a copy of the sources and expects the tests to notice each. Run as `npm run planted`. */

import { planted } from './command.ts';

const INTERRUPTED = 130;

const interruption = new AbortController();
process.once('SIGINT', () => {
  interruption.abort();
});

try {
  process.exitCode = await planted(process.argv.slice(2), interruption.signal, (line) => {
    process.stdout.write(`${line}\n`);
  });
} catch (error) {
  if (!interruption.signal.aborted) throw error;
  process.stderr.write('Interrupted.\n');
  process.exitCode = INTERRUPTED;
}
