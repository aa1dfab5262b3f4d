import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { type Bundle, bundleHandlers } from '../../bundling/functions.ts';
import { environment } from '../../contract/names.ts';

const LIMIT_BYTES = 500_000;

/** Runs before a bundle is imported, and ends the process as soon as anything reaches for the network. */
const networkAlarm = `data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns';
  import net from 'node:net';
  const alarm = () => { console.error('a network call'); process.exit(42); };
  net.Socket.prototype.connect = alarm;
  dns.lookup = alarm;
`)}`;

describe('the bundles of the handlers', () => {
  let bundles: readonly Bundle[] = [];

  let folder = '';

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'bundles-'));
    bundles = await bundleHandlers(folder);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const importing = (bundle: Bundle, variables: Record<string, string>) =>
    spawnSync(
      process.execPath,
      [
        '--import',
        networkAlarm,
        '--input-type=module',
        '--eval',
        `const { handler } = await import(${JSON.stringify(pathToFileURL(bundle.file).href)});
         console.log(typeof handler);`,
      ],
      { env: { AWS_REGION: 'eu-west-1', ...variables }, encoding: 'utf8' },
    );

  const settings = {
    [environment.clusterArn]: 'arn:aws:rds:eu-west-1:000000000000:cluster:portal',
    [environment.readerSecretArn]: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:reader',
    [environment.databaseName]: 'portal',
    [environment.lastGoodBucket]: 'last-good',
    [environment.memorySeconds]: '60',
    [environment.metricNamespace]: 'PublicDirectory/Test',
  };

  it('are one for each directory, and one that says how they are', () => {
    expect(bundles.map(({ name }) => name)).toEqual(['startups', 'founders', 'jobs', 'status']);
  });

  it('weigh at most 500 KB each', () => {
    for (const { bytes } of bundles) expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES);
  });

  it('are minified ES modules with a source map beside them', () => {
    for (const { file } of bundles) {
      const code = readFileSync(file, 'utf8');
      expect(code).toMatch(/export\{\w+ as handler\};/u);
      expect(code.split('\n').length).toBeLessThan(code.length / 1000);
      expect(code).toContain('//# sourceMappingURL=index.mjs.map');
    }
  });

  it('hold the SDK, and nothing of the CDK, the local server or the tests', () => {
    for (const { name, inputs } of bundles) {
      const files = Object.keys(inputs);
      const asksDatabase = files.some((file) => file.includes('@aws-sdk/client-rds-data'));
      expect(asksDatabase).toBe(name !== 'status'); // which must not be able to
      expect(files.some((file) => file.includes('@aws-sdk/client-s3'))).toBe(true);
      const own = files.filter((file) => !file.startsWith('node_modules/'));
      const folders = new Set(own.map((file) => file.split(path.sep)[0]));
      expect(folders).toEqual(new Set(['aws', 'bundling', 'contract', 'lambda']));
      expect(files.filter((file) => /aws-cdk|pglite|esbuild/u.test(file))).toEqual([]);
    }
  });

  it('make no network call when they are imported', () => {
    for (const bundle of bundles) {
      expect(importing(bundle, settings)).toMatchObject({ status: 0, stdout: 'function\n' });
    }
  });

  it.each(Object.values(environment))('say so when %s is not set', (name) => {
    const [bundle] = bundles;
    const { [name]: _, ...others } = settings;

    const { status, stderr } = importing(bundle as Bundle, others);

    expect(status).not.toBe(0);
    expect(stderr).toContain(`The environment variable ${name} is not set`);
  });
});
