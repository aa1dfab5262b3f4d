/** `npm run accept` and `npm run takedown` as a person or a script runs them. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { type Server, startServer } from '../../../local/endpoint/server.ts';
import { uuidOf } from '../../support/records/records.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const commands = [
  ['accept', ['staging', 'founders']],
  ['takedown', ['staging', uuidOf(1), '--yes']],
] as const;

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

test.each(commands)('%s without a region says what to set', async (name, args) => {
  const { code, complaint } = await ended(start(name, args, credentials));

  expect(complaint).toBe(
    'The region is missing: set AWS_REGION to the one of the stage, or AWS_PROFILE to a profile that has it.\n',
  );
  expect(code).toBe(1);
});

test.each(commands)('%s without credentials says what to do', async (name, args) => {
  const { code, complaint } = await ended(start(name, args, region));

  expect(complaint).toMatch(/^There are no AWS credentials: log in .*\n$/u);
  expect(code).toBe(1);
});

test.each(commands)('%s of a stage that is not deployed says so', async (name, args) => {
  server = await startServer(async () => ({
    status: 400,
    headers: { 'content-type': 'text/xml' },
    body: `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type>
      <Code>ValidationError</Code><Message>Stack with id Staging-Service does not exist</Message></Error></ErrorResponse>`,
  }));
  const endpoint = { AWS_ENDPOINT_URL: server.url };

  const { code, complaint } = await ended(
    start(name, args, { ...region, ...credentials, ...endpoint }),
  );

  expect(complaint).toMatch(/^There is no stack Staging-Service in this account and region: /u);
  expect(code).toBe(1);
});

test.each(commands)('%s can be interrupted', async (name, args) => {
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  server = await startServer(async () => {
    isAsked();
    return new Promise(() => {}); // never answers
  });
  const endpoint = { AWS_ENDPOINT_URL: server.url };
  const child = start(name, args, { ...region, ...credentials, ...endpoint });
  const ending = ended(child);

  await asked;
  child.kill('SIGINT');

  const { code, complaint } = await ending;
  expect(complaint).toMatch(/^Interrupted: /u);
  expect(code).toBe(130);
});
