/**
 * Tests behaviour of a deployed stage that can only be tested in AWS. Run this suite as an administrator of the account, with
 * `STAGE=staging npm run test:account`. For production, also set `PRODUCTION=yes`. The suite disables a function and enables it
 * again, even if a test fails. If a run is interrupted, the next run enables the function. To rehearse the suite with a running
 * `npm start -- --edge`, use `STAGE=local`. If the data folder of the service is not `.local`, also set `FOLDER` to it. If the
 * stage lacks something that a test needs, the test is skipped, and its name contains the reason.
 */

import { execFileSync } from 'node:child_process';

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudFrontClient,
  DescribeFunctionCommand,
  TestFunctionCommand,
} from '@aws-sdk/client-cloudfront';
import { GetFunctionCommand, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

import { allDirectories, directories } from '../../contract/directories.ts';
import { corsHeaders, header, STALE_SECONDS } from '../../contract/http.ts';
import { GATEWAY_TIMEOUT_SECONDS, LONGEST_ANSWER_SECONDS } from '../../contract/limits.ts';
import { functionOutput, serviceStackName, stageOutput } from '../../contract/names.ts';
import type { RefreshEvent } from '../../contract/refresh-event.ts';
import { systemClock } from '../../lambda/aws/clock.ts';
import { stages } from '../../lib/stages.ts';
import { check } from '../../tools/operate/database.ts';
import { findStage, type Stage } from '../../tools/operate/stage.ts';
import { type Changes, changesHere, changesOnAws } from './changes.ts';
import { edgeEvents, factsOf, outputHere } from './edge-events.ts';

const { STAGE = '', FOLDER = '.local' } = process.env;
const isLocal = STAGE.toLowerCase() === 'local';

const isNamed = ([each]: readonly [string, unknown]) => each.toLowerCase() === STAGE.toLowerCase();
const { database } = Object.entries(stages).find(isNamed)?.[1] ?? {};
const sleeps = database?.kind === 'own' && database.minCapacity === 0;
/**
 * Time until the cluster is paused. `pauseAfter` is 5 minutes in `lib/stages.ts`, but Aurora can take a few minutes longer.
 */
const UNTIL_ASLEEP_SECONDS = 8 * 60;

/**
 * The list that most tests use. One list is enough, because the same code creates CloudFront's cache behaviors for all lists.
 */
const { name, path } = directories.startups;

/**
 * Highest acceptable compute utilization of a script, in percent. If it is higher, CloudFront might throttle the script
 * (Developer Guide, "Test functions", "Compute utilization").
 */
const HIGH_UTILIZATION = 70;

/** Number of concurrent invocations. It is high enough for Lambda to start new processes. */
const AT_ONCE = 10;
/** Maximum acceptable time to start a process. API Gateway's timeout must cover this time and the longest answer. */
const LONGEST_START_MS = (GATEWAY_TIMEOUT_SECONDS - LONGEST_ANSWER_SECONDS) * 1000;

let stage: Stage;
let changes: Changes;
let outputs: ReadonlyMap<string, string> = new Map();
const lambda = new LambdaClient();
const cloudFront = new CloudFrontClient();

/** Registers a test. If the stage lacks what the test needs, skips the test and adds the reason to its name. */
function testWith(
  what: string,
  title: string,
  run: () => Promise<void>,
  { isThere = !isLocal, limitMs }: { readonly isThere?: boolean; readonly limitMs?: number } = {},
): void {
  const where = isLocal ? 'on this machine' : 'in this stage';
  if (isThere) test(title, run, limitMs);
  else test.skip(`${title} (skipped: no ${what} ${where})`, run);
}

describe(`on the stage ${STAGE},`, suite);

function suite(): void {
  beforeAll(async () => {
    stage = await findStage(STAGE, FOLDER, systemClock);
    if (!isLocal) outputs = await outputsOfStage();
    changes = isLocal ? changesHere(stage.address) : changesOnAws(output(functionOutput(name)));
  });

  test('the function is enabled, even if an interrupted run left it disabled', async () => {
    await expect(changes.enable()).resolves.toBeUndefined();
  });

  testWith(
    'database that pauses',
    'a refresh waits for a paused database to resume',
    async () => {
      const visit = async () => {
        await stage.invalidate([path]);
        return (await list()).source;
      };
      if ((await visit()) === 'database') await changes.pass(UNTIL_ASLEEP_SECONDS);
      expect(await visit()).toBe('last-good'); // if this fails, other visitors might have kept the database running

      expect((await stage.invoke(name, { acceptDrop: false })).failure).toBeUndefined();
      await changes.pass(STALE_SECONDS + 5);
      expect((await list()).source).toBe('database');
    },
    { isThere: sleeps, limitMs: 2 * UNTIL_ASLEEP_SECONDS * 1000 },
  );

  for (const [script, title, event] of edgeEvents) {
    testWith(
      'CloudFront',
      `the script ${script} has the same output in CloudFront as on this machine: ${title}`,
      async () => {
        const { viewerRequest, viewerResponse } = stageOutput;
        const Name = output(script === 'viewer-request' ? viewerRequest : viewerResponse);
        const live = { Name, Stage: 'LIVE' } as const;
        const { ETag: IfMatch } = await cloudFront.send(new DescribeFunctionCommand(live));
        const EventObject = Buffer.from(JSON.stringify(event));
        const { TestResult } = await cloudFront.send(
          new TestFunctionCommand({ ...live, IfMatch, EventObject }),
        );

        expect(TestResult?.FunctionErrorMessage ?? '').toBe('');
        expect(factsOf(TestResult?.FunctionOutput)).toEqual(factsOf(outputHere(script, event)));
        expect(Number(TestResult?.ComputeUtilization)).toBeLessThanOrEqual(HIGH_UTILIZATION);
      },
    );
  }

  testWith('CloudFront', 'a 403 response from CloudFront has the CORS headers', async () => {
    const { status, headers } = await ask('POST');

    expect(status).toBe(403);
    for (const [key, value] of Object.entries(corsHeaders)) expect(headers.get(key)).toBe(value);
  });

  test('a GET request returns the list, even after a HEAD request that was a cache miss', async () => {
    await stage.invalidate([path]);

    expect((await ask('HEAD')).status).toBe(200);
    expect((await list()).records.length).toBeGreaterThan(0);
  });

  test('the views match the contract, and the reader can only read them', async () => {
    const found = stage.database();
    const checked = check(found, found.readerSecretArn, systemClock);

    await expect(checked).resolves.toBeUndefined();
  });

  for (const { name: own, path: ownPath } of allDirectories) {
    testWith(
      'IAM',
      `IAM allows the function for ${own} to use only its object, its secret and its cluster`,
      async () => {
        const FunctionName = output(functionOutput(own));
        const { Configuration } = await lambda.send(new GetFunctionCommand({ FunctionName }));
        const bucket = `arn:aws:s3:::${stage.copies.bucket}`;
        const { clusterArn, readerSecretArn, ownerSecretArn } = stage.database();
        const resources = {
          's3:PutObject': allDirectories.map((each) => `${bucket}${each.path}`),
          's3:DeleteObject': [`${bucket}${ownPath}`],
          'rds-data:ExecuteStatement': [clusterArn, `${clusterArn}-of-nobody`],
          'secretsmanager:GetSecretValue': [readerSecretArn, ownerSecretArn].flatMap(
            (arn) => arn ?? [],
          ),
        };
        const allowed = Object.entries(resources).flatMap(([action, arns]) =>
          arns.filter((arn) => isAllowed(Configuration?.Role ?? '', action, arn)),
        );

        expect(allowed).toEqual([`${bucket}${ownPath}`, clusterArn, readerSecretArn]);
      },
    );
  }

  describe('if a function is disabled,', () => {
    afterEach(async () => changes.enable());

    test('CloudFront serves the last-good copy, and a fresh list after the function is enabled again', async () => {
      await changes.disable();
      await stage.invalidate([path]);
      const stale = await list();
      await changes.enable();
      await Promise.all([stage.waitForMemory(), changes.pass(STALE_SECONDS + 5)]);
      const across = await ask('GET', stale.etag);
      const again = await ask('GET', across.headers.get('ETag') ?? stale.etag);

      expect(stale.source).toBe('last-good');
      for (const { headers } of [across, again]) {
        expect(headers.get(header.dataSource)).toBe('database');
        expect(String(headers.get(header.cachedAt)) > stale.cachedAt).toBe(true);
      }
      expect(again.status).toBe(304); // a 304 gives the new time and source to clients that already have the list
    });
  });

  testWith(
    'Lambda',
    "a process starts quickly enough for API Gateway's timeout, and has enough memory",
    async () => {
      const refresh: RefreshEvent = { refresh: { acceptDrop: false } };
      const invoke = new InvokeCommand({
        FunctionName: output(functionOutput(name)),
        Payload: JSON.stringify(refresh),
        LogType: 'Tail',
      });
      const results = await Promise.all(
        Array.from({ length: AT_ONCE }, async () => lambda.send(invoke)),
      );
      const logs = results.map(({ LogResult = '' }) => Buffer.from(LogResult, 'base64').toString());
      const numbers = (pattern: RegExp) =>
        logs.flatMap((log) => pattern.exec(log)?.slice(1).map(Number) ?? []);

      const starts = numbers(/Init Duration: ([\d.]+)/u);
      expect(starts.length).toBeGreaterThan(0);
      expect(Math.max(...starts)).toBeLessThan(LONGEST_START_MS);
      const [size = 0] = numbers(/Memory Size: (\d+)/u);
      expect(Math.max(...numbers(/Max Memory Used: (\d+)/u))).toBeLessThan(size);
    },
  );
}

async function outputsOfStage(): Promise<ReadonlyMap<string, string>> {
  const StackName = serviceStackName(stage.name);
  const { Stacks } = await new CloudFormationClient().send(
    new DescribeStacksCommand({ StackName }),
  );
  const found = Stacks?.[0]?.Outputs ?? [];
  return new Map(found.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
}

function output(key: string): string {
  return outputs.get(key) ?? '';
}

async function ask(method: string, etag?: string): Promise<Response> {
  const headers = etag === undefined ? {} : { 'If-None-Match': etag };
  return fetch(`${stage.address}/${name}`, { method, headers });
}

/** Requests the list with GET, and returns its records, source, time and ETag. */
async function list() {
  const answer = await ask('GET');
  expect(answer.status).toBe(200);
  const of = (key: string) => answer.headers.get(key) ?? '';
  const [source, cachedAt, etag] = [of(header.dataSource), of(header.cachedAt), of('ETag')];
  return { records: (await answer.json()) as unknown[], source, cachedAt, etag };
}

/**
 * Tells whether IAM allows a role to perform an action on a resource. Uses the AWS CLI, so that the project does not need the
 * SDK's IAM client as a dependency only for this test.
 */
function isAllowed(role: string, action: string, arn: string): boolean {
  const asked = ['--policy-source-arn', role, '--action-names', action, '--resource-arns', arn];
  const how = ['--query', 'EvaluationResults[0].EvalDecision', '--output', 'text'];
  const args = ['iam', 'simulate-principal-policy', ...asked, ...how];
  return execFileSync('aws', args, { encoding: 'utf8' }).trim() === 'allowed';
}
