/** `npm run db` as a person or a script runs it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { openCopiedDatabase } from '../../support/database/databases.ts';
import { cluster, ownerSecret, readerSecret } from '../../support/database/data-api-client.ts';
import { LocalSetUp } from '../../support/database/local-set-up.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const target = ['--cluster', cluster.clusterArn, '--secret', ownerSecret];

const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

async function run(args: readonly string[], variables: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/db.ts', ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      ...variables,
    },
  });
  const [output, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output, complaint };
}

let local: LocalSetUp;
let endpoints: Readonly<Record<string, string>>;
beforeAll(async () => {
  local = await LocalSetUp.open(openCopiedDatabase);
  endpoints = {
    AWS_ENDPOINT_URL_RDS_DATA: local.api.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: local.secrets.url,
  };
}, 60_000);
afterAll(async () => local.close());

test('apply and check end in a summary and exit code 0, without a region to set', async () => {
  const { code, output, complaint } = await run(
    ['apply', ...target, '--reader-secret', readerSecret],
    { ...endpoints, ...credentials },
  );

  expect(complaint).toBe('');
  expect(output).toMatch(/\nCommitted\.\n[^]*\nThe database gives the service what it needs\n$/u);
  expect(output).not.toContain('\u001B');
  expect(code).toBe(0);
});

test('no credentials are told in one sentence', async () => {
  const { code, output, complaint } = await run(['check', ...target], endpoints);

  expect(complaint).toMatch(
    /^There are no AWS credentials: log in \(aws sso login\) or set AWS_PROFILE \(.*\)\.\n$/u,
  );
  expect([code, output]).toEqual([1, '']);
});

test('a network that does not reach AWS is told in one sentence', async () => {
  const { code, complaint } = await run(['check', ...target], {
    ...credentials,
    AWS_ENDPOINT_URL_RDS_DATA: 'http://127.0.0.1:1', // no free port, so nobody's: it refuses
  });

  expect(complaint).toMatch(
    /^AWS cannot be reached: check the network \(ECONNREFUSED: connect ECONNREFUSED .*\)\.\n$/u,
  );
  expect(code).toBe(1);
});
