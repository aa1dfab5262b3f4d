import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from '../../client/esbuild.ts';
import { inventedSite } from '../../site/build.ts';
import { environment, siteEnvironment } from '../../contract/names.ts';
import { inventedFace } from '../../contract/branding.ts';
import { bundleFunctions, bundleStages } from '../../lib/bundle.ts';
import { newFolder } from '../support/run-folder.ts';

const LIMIT_BYTES = 420_000;

/** A module that is loaded before a bundle. It ends the process if the bundle uses the network. */
const networkAlarm = `data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns';
  import net from 'node:net';
  const alarm = () => { console.error('a network call'); process.exit(42); };
  net.Socket.prototype.connect = alarm;
  dns.lookup = alarm;
`)}`;

const folder = newFolder('bundles');
const names = ['directory', 'status', 'feed', 'database', 'first-copies', 'site'];
const fileOf = (name: string) => path.join(folder, name, 'index.mjs');

beforeAll(async () => bundleFunctions(folder));

describe('the bundles', () => {
  it('are minified ES modules of at most 420 KB with a source map', () => {
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
    for (const name of names) {
      const code = readFileSync(fileOf(name), 'utf8');
      expect(Buffer.byteLength(code)).toBeLessThanOrEqual(LIMIT_BYTES);
      expect(code).toMatch(/export\{[^}]*\w+ as handler[,}]/u);
      expect(code.split('\n').length).toBeLessThan(code.length / 1000);
      expect(code).toContain('//# sourceMappingURL=index.mjs.map');
    }
  });

  it('contain only code that runs in AWS, and only two of them contain the Data API client', () => {
    for (const name of names) {
      const map = JSON.parse(readFileSync(`${fileOf(name)}.map`, 'utf8')) as { sources: string[] };
      const files = map.sources.map((file) => path.relative(root, path.join(folder, name, file)));
      const own = files.filter((file) => !/(?:^|\/)node_modules\//u.test(file));
      expect(own.filter((file) => !/^(?:contract|lambda)\//u.test(file))).toEqual([]);
      const foreign = /aws-cdk|constructs|pglite|esbuild|credential-provider-(?!env)/u;
      expect(files.filter((file) => foreign.test(file))).toEqual([]);
      const usesDatabase = files.some((file) => file.includes('@aws-sdk/client-rds-data'));
      expect([name, usesDatabase]).toEqual([name, ['directory', 'database'].includes(name)]);
    }
  });

  it('do not use the network when they are imported, and the directory bundle fails if a variable is missing', () => {
    const required = Object.values(environment);
    const variables = Object.fromEntries(
      [...required, ...Object.values(siteEnvironment)].map((key) => [key, '1']),
    );
    const addresses = names.map((name) => pathToFileURL(fileOf(name)).href);
    const code = `
      const said = [];
      for (const address of ${JSON.stringify(addresses)}) {
        said.push(typeof (await import(address)).handler);
      }
      for (const name of ${JSON.stringify(required)}) {
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
      ...names.map(() => 'function'),
      ...required.map((name) => `The environment variable ${name} is not set`),
    ]);
  });
});

test('each stage has a step that publishes its site', async () => {
  const into = path.join(folder, 'stages');
  const ours = { face: { ...inventedFace, programme: 'Ours' }, isInvented: false };
  await bundleStages({ Staging: inventedSite, Production: ours }, into);
  const textOf = (file: string) => readFileSync(path.join(into, file), 'utf8');

  for (const [stage, programme, robots] of [
    ['Staging', 'Example Incubator', 'Disallow: /'],
    ['Production', 'Ours', 'Allow: /'],
  ]) {
    for (const page of ['index.html', 'docs.html']) {
      const name = `property="og:site_name" content="${programme}"`;
      expect(textOf(`sites/${stage}/files/${page}`)).toContain(name);
    }
    expect(textOf(`sites/${stage}/files/robots.txt`)).toBe(`User-agent: *\n${robots}\n`);
    expect(textOf(`sites/${stage}/index.mjs`)).toBe(textOf('site/index.mjs'));
  }
});
