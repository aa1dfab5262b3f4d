/** The commands at a stage as a person or a script runs them: one for each that can go wrong. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { type Server, startServer } from '../../../local/endpoint/server.ts';
import { uuidOf } from '../../support/records/records.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const accept = ['accept', ['staging', 'founders']] as const;
const takedown = ['takedown', ['staging', uuidOf(1), '--yes']] as const;

const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
const region = { AWS_REGION: 'eu-west-1' };

function start(name: string, args: readonly string[], variables: Record<string, string>) {
  return spawn(process.execPath, ['--import', 'tsx', `tools/${name}.ts`, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      ...variables,
    },
  });
}

async function ended(child: ReturnType<typeof start>) {
  const [output, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output, complaint };
}

let server: Server | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

test('without a region a command says what to set', async () => {
  const { code, complaint } = await ended(start(...accept, credentials));

  expect(complaint).toBe(
    'The region is missing: set AWS_REGION to the one of the stage, or AWS_PROFILE to a profile that has it.\n',
  );
  expect(code).toBe(1);
});

test('without credentials it says what to do', async () => {
  const { code, complaint } = await ended(start(...takedown, region));

  expect(complaint).toMatch(/^There are no AWS credentials: log in .*\n$/u);
  expect(code).toBe(1);
});

test('of a stage that is not deployed it says so', async () => {
  server = await startServer(async () => ({
    status: 400,
    headers: { 'content-type': 'text/xml' },
    body: `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type>
      <Code>ValidationError</Code><Message>Stack with id Staging-Service does not exist</Message></Error></ErrorResponse>`,
  }));
  const endpoint = { AWS_ENDPOINT_URL: server.url };

  const { code, complaint } = await ended(
    start(...accept, { ...region, ...credentials, ...endpoint }),
  );

  expect(complaint).toMatch(/^There is no stack Staging-Service in this account and region: /u);
  expect(code).toBe(1);
});

test('it can be interrupted', async () => {
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  server = await startServer(async () => {
    isAsked();
    return new Promise(() => {}); // never answers
  });
  const endpoint = { AWS_ENDPOINT_URL: server.url };
  const child = start(...takedown, { ...region, ...credentials, ...endpoint });
  const ending = ended(child);

  await asked;
  child.kill('SIGINT');

  const { code, complaint } = await ending;
  expect(complaint).toBe(
    'Interrupted: the steps listed above are done. Run it again: it does the rest.\n',
  );
  expect(code).toBe(130);
});
