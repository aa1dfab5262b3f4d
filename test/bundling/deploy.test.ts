import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

import { type Bundle, bundleDeploySteps } from '../../bundling/functions.ts';
import { startServer } from '../../local/endpoint/server.ts';
import { type AnswerBox, answerBox, resourceEvent } from '../support/aws/answer-box.ts';
import { cluster, ownerSecret, readerSecret } from '../support/database/data-api-client.ts';
import { openCopyOf } from '../support/database/databases.ts';
import { LocalSetUp, PASSWORD, sqlFolder } from '../support/database/local-set-up.ts';

let folder: string;
let steps: readonly Bundle[];
let box: AnswerBox;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deploy-steps-'));
  steps = await bundleDeploySteps(folder);
  box = await answerBox();
});
beforeEach(() => {
  box.received.length = 0;
});
afterAll(async () => {
  await box.close();
  rmSync(folder, { recursive: true });
});

/** Calls the handler of a bundle in a process of its own, as Lambda does. */
async function call(name: string, event: object, variables: Readonly<Record<string, string>>) {
  const file = steps.find((step) => step.name === name)?.file ?? '';
  const code = `
    const { handler } = await import(${JSON.stringify(pathToFileURL(file).href)});
    await handler(${JSON.stringify(event)}, { getRemainingTimeInMillis: () => 60_000 });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
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

test('each step is a folder with one module', () => {
  expect(steps.map(({ name }) => name)).toEqual(['database', 'first-copies', 'site']);
  for (const { file } of steps) {
    expect(readFileSync(file, 'utf8')).toMatch(/export\{[^}]*\w+ as handler[,}]/u);
  }
});

test('db/ lies beside the step that applies it, as it is', () => {
  const copied = path.join(folder, 'database/db');

  const filesIn = (place: string) =>
    new Set(readdirSync(place, { recursive: true, encoding: 'utf8' }));
  expect(filesIn(copied)).toEqual(filesIn(sqlFolder));
  expect(readFileSync(path.join(copied, 'directory/jobs.sql'), 'utf8')).toBe(
    readFileSync(path.join(sqlFolder, 'directory/jobs.sql'), 'utf8'),
  );
});

test('the steps hold nothing of the CDK, the handlers, the local server or the tests', () => {
  for (const { inputs } of steps) {
    const files = Object.keys(inputs);
    const own = files.filter((file) => !file.startsWith('node_modules/'));
    expect(own.filter((file) => !/^(?:aws|bundling|contract|deploy)\//u.test(file))).toEqual([]);
    expect(
      files.filter((file) => /aws-cdk|constructs|pglite|credential-provider-(?!env)/u.test(file)),
    ).toEqual([]);
  }
});

test('the step of the database sets it up and tells CloudFormation', async () => {
  const local = await LocalSetUp.open(async () => openCopyOf('empty'));
  const event = resourceEvent('Create', box.url, {
    ClusterArn: cluster.clusterArn,
    OwnerSecretArn: ownerSecret,
    ReaderSecretArn: readerSecret,
    DatabaseName: cluster.databaseName,
    TestDataStartups: '3',
    ContentHash: 'abc',
  });
  try {
    const { code, output, complaint } = await call('database', event, {
      AWS_ENDPOINT_URL_RDS_DATA: local.api.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: local.secrets.url,
    });

    expect(complaint).not.toMatch(/Error/u);
    expect(code).toBe(0);
    expect(box.received.map(({ body }) => body['Status'])).toEqual(['SUCCESS']);
    expect(await local.value('SELECT count(*) FROM directory.startups')).toBe('3');
    expect(output).toContain('the test data of 3 startups is loaded');
    for (const hidden of [PASSWORD, 'X-Amz-Signature']) expect(output).not.toContain(hidden);
  } finally {
    await local.close();
  }
}, 60_000);

test('the step of the first copies invokes the functions and tells CloudFormation', async () => {
  const copy = { records: 7, cachedAt: '2026-11-20T08:00:00.000Z' };
  const asked: string[] = [];
  const lambda = await startServer(async ({ request }) => {
    asked.push(`${request.method} ${request.url}`);
    const answer = { directory: 'jobs', records: 7, copy, kept: { state: 'written' } };
    return { status: 200, headers: {}, body: JSON.stringify(answer) };
  });
  const event = resourceEvent('Update', box.url, { Functions: { jobs: 'staging-jobs' } });
  try {
    const { code, output } = await call('first-copies', event, {
      AWS_ENDPOINT_URL_LAMBDA: lambda.url,
    });

    expect(code).toBe(0);
    expect(asked).toEqual(['POST /2015-03-31/functions/staging-jobs/invocations']);
    expect(box.received.map(({ body }) => body['Status'])).toEqual(['SUCCESS']);
    expect(output).toBe('jobs: 7 records, read at 2026-11-20T08:00:00.000Z\n');
  } finally {
    await lambda.close();
  }
});
