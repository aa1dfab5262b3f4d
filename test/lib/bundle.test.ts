import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { inventedSite } from '../../site/build.ts';
import { environment, siteEnvironment } from '../../contract/names.ts';
import { inventedFace } from '../../contract/branding.ts';
import { bundleFunctions, bundleStages } from '../../lib/bundle.ts';
import { root } from '../../client/esbuild.ts';

const LIMIT_BYTES = 420_000;

/** Runs before a bundle is imported, and ends the process as soon as anything reaches for the network. */
const networkAlarm = `data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns';
  import net from 'node:net';
  const alarm = () => { console.error('a network call'); process.exit(42); };
  net.Socket.prototype.connect = alarm;
  dns.lookup = alarm;
`)}`;

let folder: string;
let bundles: readonly { name: string; file: string; bytes: number; inputs: readonly string[] }[];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bundles-'));
  const { outputs } = await bundleFunctions(folder);
  bundles = Object.entries(outputs).flatMap(([output, { entryPoint, bytes, inputs }]) => {
    const file = path.resolve(root, output);
    const name = path.basename(path.dirname(file));
    return entryPoint === undefined ? [] : [{ name, file, bytes, inputs: Object.keys(inputs) }];
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the bundles', () => {
  it('are those of the handlers and those of the deployment steps', () => {
    expect(bundles.map(({ name }) => name)).toEqual([
      'directory',
      'status',
      'feed',
      'database',
      'first-copies',
      'site',
    ]);
  });

  it('are minified ES modules of at most 420 KB each with a source map beside them', () => {
    for (const bundle of bundles) {
      const code = readFileSync(bundle.file, 'utf8');
      expect(bundle.bytes).toBeLessThanOrEqual(LIMIT_BYTES);
      expect(code).toMatch(/export\{[^}]*\w+ as handler[,}]/u);
      expect(code.split('\n').length).toBeLessThan(code.length / 1000);
      expect(code).toContain('//# sourceMappingURL=index.mjs.map');
    }
  });

  it('hold the SDK, and of the project what runs in AWS', () => {
    for (const { name, inputs: files } of bundles) {
      const own = files.filter((file) => !/(?:^|\/)node_modules\//u.test(file));
      expect(own.filter((file) => !/^(?:contract|lambda)\//u.test(file))).toEqual([]);
      const foreign = /aws-cdk|constructs|pglite|esbuild|credential-provider-(?!env)/u;
      expect(files.filter((file) => foreign.test(file))).toEqual([]);
      // Those beside the lists must not be able to.
      const asksDatabase = files.some((file) => file.includes('@aws-sdk/client-rds-data'));
      expect([name, asksDatabase]).toEqual([name, ['directory', 'database'].includes(name)]);
    }
  });

  it('make no network call when they are imported, and say so when a variable is not set', () => {
    const variables = Object.fromEntries(
      [...Object.values(environment), ...Object.values(siteEnvironment)].map((key) => [key, '1']),
    );
    const addresses = bundles.map((bundle) => pathToFileURL(bundle.file).href);
    const code = `
      const said = [];
      for (const address of ${JSON.stringify(addresses)}) {
        said.push(typeof (await import(address)).handler);
      }
      for (const name of ${JSON.stringify(Object.values(environment))}) {
        const { [name]: value } = process.env;
        delete process.env[name];
        await import('${addresses[0]}?without=' + name).catch(({ message }) => said.push(message));
        process.env[name] = value;
      }
      console.log(JSON.stringify(said));`;

    const args = ['--import', networkAlarm, '--input-type=module', '--eval', code];
    const env = { AWS_REGION: 'eu-west-1', ...variables, [environment.directory]: 'startups' };
    const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });

    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      ...bundles.map(() => 'function'),
      ...Object.values(environment).map((name) => `The environment variable ${name} is not set`),
    ]);
  });
});

describe('what stages are made of', () => {
  const sites = {
    Staging: inventedSite,
    Production: { face: { ...inventedFace, programme: 'Ours' }, isInvented: false },
  };
  let into: string;
  beforeAll(async () => {
    into = path.join(folder, 'stages');
    await bundleStages(sites, into);
  });

  it.each([
    ['Staging', 'Example Incubator', 'Disallow: /'],
    ['Production', 'Ours', 'Allow: /'],
  ])('has for %s the step that publishes the site of %s', (stage, programme, robots) => {
    const textOf = (file: string) => readFileSync(path.join(into, 'sites', stage, file), 'utf8');

    for (const page of ['index.html', 'docs.html']) {
      expect(textOf(`files/${page}`)).toContain(`property="og:site_name" content="${programme}"`);
    }
    expect(textOf('files/robots.txt')).toBe(`User-agent: *\n${robots}\n`);
    expect(textOf('index.mjs')).toBe(readFileSync(path.join(into, 'site/index.mjs'), 'utf8'));
  });
});
