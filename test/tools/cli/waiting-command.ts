/** A command that ends when it is interrupted, and then has something to finish. */

import { setTimeout as pause } from 'node:timers/promises';

import { command } from '../../../tools/cli/command.ts';
import { main } from '../../../tools/cli/main.ts';

export const wait = command({
  name: 'wait',
  help: 'npm run wait',
  interrupted: 'Stopping …',
  onInterrupt: 'finish',
  async run({ terminal, signal }) {
    terminal.print('waiting');
    await pause(60_000, undefined, { signal }).catch(() => undefined);
    await pause(100);
    terminal.print('finished');
    return 0;
  },
});

main(import.meta.url, wait);
