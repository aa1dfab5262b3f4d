/** The exit codes that every command of `npm run` has, and Ctrl-C. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { root } from '../../lib/esbuild.ts';

test('a command that waits for AWS ends at Ctrl-C with 130, and says what is done', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { PATH } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tools/operate.ts', 'refresh', 'staging', '--yes'],
    {
      cwd: root,
      env: {
        PATH,
        AWS_REGION: 'eu-west-1',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      },
    },
  );
  const complaint = text(child.stderr);

  await once(silent, 'request');
  child.kill('SIGINT');
  const [code] = (await once(child, 'close')) as [number];
  silent.closeAllConnections();
  silent.close();

  expect(await complaint).toMatch(/^Interrupted: the steps printed above are done; /u);
  expect(code).toBe(130);
});
