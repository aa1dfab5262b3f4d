import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

import { type Bundle, bundleDeploySteps, bundleHandlers } from '../../bundling/functions.ts';
import { inventedSite } from '../../bundling/site.ts';
import { environment, siteEnvironment } from '../../contract/names.ts';
import { inventedFace } from '../../contract/site-face.ts';
import { startServer } from '../../local/endpoint/server.ts';
import { type AnswerBox, answerBox, resourceEvent } from '../support/aws/answer-box.ts';
import { cluster, ownerSecret, readerSecret } from '../support/database/data-api-client.ts';
import { PASSWORD, sqlFolder } from '../support/database/local-set-up.ts';

const LIMIT_BYTES = 400_000;

/** Runs before a bundle is imported, and ends the process as soon as anything reaches for the network. */
const networkAlarm = `data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns';
  import net from 'node:net';
  const alarm = () => { console.error('a network call'); process.exit(42); };
  net.Socket.prototype.connect = alarm;
  dns.lookup = alarm;
`)}`;

let folder: string;
let handlers: readonly Bundle[];
let steps: readonly Bundle[];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bundles-'));
  [handlers, steps] = await Promise.all([
    bundleHandlers(folder),
    bundleDeploySteps(folder, {
      Staging: inventedSite,
      Production: { face: { ...inventedFace, programme: 'Ours' }, isInvented: false },
    }),
  ]);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a module in a process of its own, as Lambda does. */
async function run(
  code: string,
  variables: Readonly<Record<string, string>>,
  options: readonly string[] = [],
) {
  const args = [...options, '--input-type=module', '--eval', code];
  const env = { AWS_REGION: 'eu-west-1', ...variables };
  const child = spawn(process.execPath, args, { env });
  const [output, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output, complaint };
}

function ownFiles({ inputs }: Bundle): readonly string[] {
  return Object.keys(inputs).filter((file) => !/(?:^|\/)node_modules\//u.test(file));
}

describe('the bundles of the handlers', () => {
  const settings = {
    [environment.directory]: 'startups',
    [environment.clusterArn]: 'arn:aws:rds:eu-west-1:000000000000:cluster:portal',
    [environment.readerSecretArn]: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:reader',
    [environment.databaseName]: 'portal',
    [environment.lastGoodBucket]: 'last-good',
    [environment.memorySeconds]: '60',
    [environment.metricNamespace]: 'PublicDirectory/Test',
  };
  const siteSettings = {
    [siteEnvironment.release]: '1.0.0',
    [siteEnvironment.origin]: 'https://directory.example.org',
    [siteEnvironment.title]: 'Invented',
    [siteEnvironment.subtitle]: 'What is new',
  };

  it('are one of the directories, one that says how they are, and one of the feeds', () => {
    expect(handlers.map(({ name }) => name)).toEqual(['directory', 'status', 'feed']);
  });

  it('are minified ES modules of at most 400 KB each with a source map beside them', () => {
    for (const { file, bytes } of handlers) {
      const code = readFileSync(file, 'utf8');
      expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES);
      expect(code).toMatch(/export\{\w+ as handler\};/u);
      expect(code.split('\n').length).toBeLessThan(code.length / 1000);
      expect(code).toContain('//# sourceMappingURL=index.mjs.map');
    }
  });

  it('hold the SDK, and nothing of the CDK, the local server or the tests', () => {
    for (const bundle of handlers) {
      const files = Object.keys(bundle.inputs);
      const asksDatabase = files.some((file) => file.includes('@aws-sdk/client-rds-data'));
      // Those beside the lists must not be able to.
      expect(asksDatabase).toBe(!['status', 'feed'].includes(bundle.name));
      expect(files.some((file) => file.includes('@aws-sdk/client-s3'))).toBe(true);
      const folders = new Set(ownFiles(bundle).map((file) => file.split(path.sep)[0]));
      expect(folders).toEqual(new Set(['bundling', 'contract', 'lambda']));
      expect(files.filter((file) => /aws-cdk|pglite|esbuild/u.test(file))).toEqual([]);
    }
  });

  it('make no network call when they are imported, and say so when a variable is not set', async () => {
    const addresses = handlers.map(({ file }) => pathToFileURL(file).href);
    const code = `
      const said = [];
      for (const address of ${JSON.stringify(addresses)}) {
        said.push(typeof (await import(address)).handler);
      }
      for (const name of ${JSON.stringify(Object.keys(settings))}) {
        const { [name]: value } = process.env;
        delete process.env[name];
        await import('${addresses[0]}?without=' + name).catch(({ message }) => said.push(message));
        process.env[name] = value;
      }
      console.log(JSON.stringify(said));`;

    const ended = await run(code, { ...settings, ...siteSettings }, ['--import', networkAlarm]);

    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.output)).toEqual([
      ...handlers.map(() => 'function'),
      ...Object.values(environment).map((name) => `The environment variable ${name} is not set`),
    ]);
  });
});

describe('the bundles of the deployment steps', () => {
  let box: AnswerBox;
  beforeAll(async () => {
    box = await answerBox();
  });
  beforeEach(() => {
    box.received.length = 0;
  });
  afterAll(async () => box.close());

  async function call(name: string, event: object, variables: Readonly<Record<string, string>>) {
    const file = steps.find((step) => step.name === name)?.file ?? '';
    const code = `
      const { handler } = await import(${JSON.stringify(pathToFileURL(file).href)});
      await handler(${JSON.stringify(event)}, { getRemainingTimeInMillis: () => 60_000 });`;
    return run(code, {
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      ...variables,
    });
  }

  it('are folders with one module', () => {
    expect(steps.map(({ name }) => name)).toEqual(['database', 'first-copies', 'site']);
    for (const { file } of steps) {
      expect(readFileSync(file, 'utf8')).toMatch(/export\{[^}]*\w+ as handler[,}]/u);
    }
  });

  it('have db/ beside the step that applies it, as it is', () => {
    const copied = path.join(folder, 'database/db');

    const filesIn = (place: string) =>
      new Set(readdirSync(place, { recursive: true, encoding: 'utf8' }));
    expect(filesIn(copied)).toEqual(filesIn(sqlFolder));
    expect(readFileSync(path.join(copied, 'directory/jobs.sql'), 'utf8')).toBe(
      readFileSync(path.join(sqlFolder, 'directory/jobs.sql'), 'utf8'),
    );
  });

  it.each([
    ['Staging', 'Example Incubator', 'Disallow: /', 24],
    ['Production', 'Ours', 'Allow: /', 0],
  ])('publish in %s the site of %s', (stage, programme, robots, drawings) => {
    const textOf = (file: string) =>
      readFileSync(path.join(folder, 'sites', stage, 'files', file), 'utf8');

    for (const page of ['index.html', 'docs.html']) {
      expect(textOf(page)).toContain(`<meta property="og:site_name" content="${programme}"/>`);
    }
    expect(JSON.parse(textOf('openapi.json'))).toMatchObject({
      info: { contact: { name: programme } },
      paths: {
        '/status.json': {
          servers: [{ description: 'The service that serves this description. Outside of /v1.' }],
        },
      },
    });
    const assets = readdirSync(path.join(folder, 'sites', stage, 'files/assets'));
    expect(assets.filter((name) => /^\w+-\d+\.svg$/u.test(name))).toHaveLength(drawings);
    expect(textOf('robots.txt')).toBe(`User-agent: *\n${robots}\n`);
    const step = readFileSync(steps.find(({ name }) => name === 'site')?.file ?? '');
    expect(step.equals(readFileSync(path.join(folder, 'sites', stage, 'index.mjs')))).toBe(true);
  });

  it('hold nothing of the CDK, the handlers, the local server or the tests', () => {
    for (const step of steps) {
      expect(
        ownFiles(step).filter(
          (file) => !/^(?:bundling|contract|lambda\/aws|lambda\/deploy)\//u.test(file),
        ),
      ).toEqual([]);
      expect(
        Object.keys(step.inputs).filter((file) =>
          /aws-cdk|constructs|pglite|credential-provider-(?!env)/u.test(file),
        ),
      ).toEqual([]);
    }
  });

  test('the step of the database sets it up and tells CloudFormation', async () => {
    const sent: string[] = [];
    // Every statement succeeds and gives no rows; what a database makes of them is in test/deploy.
    const rdsData = await startServer(async (request) => {
      const { sql = '' } = JSON.parse(String(await request.body())) as { sql?: string };
      sent.push(sql);
      return {
        status: 200,
        headers: {},
        body: JSON.stringify({ transactionId: 'T', records: [] }),
      };
    });
    const secret = JSON.stringify({ username: 'directory_reader', password: PASSWORD });
    const secrets = await startServer(async () => {
      const body = JSON.stringify({ SecretString: secret });
      return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.1' }, body };
    });
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
        AWS_ENDPOINT_URL_RDS_DATA: rdsData.url,
        AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      });

      expect(complaint).not.toMatch(/Error/u);
      expect(code).toBe(0);
      expect(box.received.map(({ body }) => body['Status'])).toEqual(['SUCCESS']);
      expect(sent).toContainEqual(
        expect.stringMatching(/^create or replace view directory\.jobs/u),
      );
      expect(sent).toContainEqual(expect.stringContaining('portal.load_test_data(3, true)'));
      expect(output).toContain('"isTestDataLoaded":true');
      for (const hidden of [PASSWORD, 'X-Amz-Signature']) expect(output).not.toContain(hidden);
    } finally {
      await rdsData.close();
      await secrets.close();
    }
  });

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
});
