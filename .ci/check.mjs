/** `npm run check`: the checks of the code that run nothing, side by side. What each says is shown as a whole when it ends. */

import { exec } from 'node:child_process';

const checks = ['typecheck', 'lint', 'lint:api'];

for (const script of checks) {
  exec(`npm run --silent ${script}`, { maxBuffer: Infinity }, (error, stdout, stderr) => {
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    if (error !== null) process.exitCode = 1;
  });
}
