import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { build } from 'esbuild';

import { root } from '../../bundling/modules.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';
import { INSTALL_LIMIT_MS, InstalledClient } from './support/installed-client.ts';
import { examples } from './support/readme-examples.ts';
import { fixtures } from './support/records.ts';
import { ADDRESS } from './support/scripted-service.ts';

// Each test is a process or two, on a machine that may be busy.
jest.setTimeout(START_LIMIT_MS);

let service: TestService;
let client: InstalledClient;

beforeAll(async () => {
  [service, client] = await Promise.all([TestService.start(), InstalledClient.install()]);
}, START_LIMIT_MS + INSTALL_LIMIT_MS);

beforeEach(async () => service.heal());

afterAll(async () => {
  await Promise.all([service.close(), client.remove()]);
});

/** The code of an example, with the address of the local service. */
function exampleOf(section: string): string {
  const found = examples.filter((each) => each.section === section && each.language !== 'sh');
  expect(found).toHaveLength(1);
  return found[0]?.code.replaceAll(ADDRESS, `${service.url}/v1`) ?? '';
}

async function outputOf(code: string): Promise<string> {
  await client.write('example.mjs', code);
  return client.run(process.execPath, ['--no-warnings', 'example.mjs']);
}

/** Imports an example in which there is a document, and says what is in it at the end. */
async function shownBy(file: string, render = ''): Promise<string> {
  await build({
    entryPoints: [path.join(root, 'test/client/support/small-document.ts')],
    outfile: path.join(client.project, 'small-document.mjs'),
    logLevel: 'silent',
  });
  return outputOf(`
    import './small-document.mjs';
    const example = await import('./${file}');
    ${render}
    console.log(document.body.textContent);
  `);
}

describe('the examples of the README', () => {
  it('are these, and each has its test', () => {
    expect(examples.map(({ section, language }) => [section, language])).toStrictEqual([
      ['# public-directory-client', 'sh'],
      ['Use it', 'js'],
      ['In a page, without a bundler', 'html'],
      ['In React', 'jsx'],
      ['Say how old it is', 'js'],
      ['In your tests', 'js'],
    ]);
  });

  it('the first one prints startups and their founders', async () => {
    const output = await outputOf(exampleOf('Use it'));

    for (const { name } of fixtures.startups.slice(0, 3)) expect(output).toContain(name);
    expect(output.trim().split('\n').length).toBeGreaterThanOrEqual(3);
  });

  it('the page shows every job', async () => {
    const html = exampleOf('In a page, without a bundler');
    const script = /<script type="module">\n(.*?)<\/script>/su.exec(html)?.[1] ?? '';
    const index = await readFile(path.join(client.package, 'dist/index.js'), 'utf8');
    await client.write('public-directory-client.js', index);
    await client.write('page.mjs', script);

    const lines = (await shownBy('page.mjs')).trim().split('\n');

    expect(lines).toStrictEqual(
      fixtures.jobs.map(({ title, startup_name: name }) => `${title} at ${name}`),
    );
  });

  // Preact stands in for React, which is not installed here.
  it('the React component says that it is loading, and then shows every startup', async () => {
    await client.write('component.jsx', exampleOf('In React'));
    await client.write('component.entry.js', COMPONENT_ENTRY);
    await build({
      absWorkingDir: client.project,
      entryPoints: ['component.entry.js'],
      outfile: 'component.mjs',
      bundle: true,
      format: 'esm',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      alias: { react: 'preact/compat' },
      nodePaths: [path.join(root, 'node_modules')],
      logLevel: 'silent',
    });

    const lines = (await shownBy('component.mjs', RENDER_COMPONENT)).trim().split('\n');

    expect(lines).toStrictEqual(['Loading …', ...fixtures.startups.map(({ name }) => name)]);
  });

  it.each([
    ['up', ''],
    ['down', /^As of \d{4}-.*Z/u],
  ])('the one that says the age runs with the database %s', async (fault, warning) => {
    await service.get('jobs');
    await service.dataApi.faults.set(fault);
    const warnings = `console.warn = (...words) => console.log(...words);\n`;

    const output = await outputOf(exampleOf('Say how old it is').replace(/(?<=;\n)\n/u, warnings));

    const lines = output.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(`${fixtures.jobs.length} open jobs`);
    expect(lines.slice(0, -1).join('\n')).toMatch(warning);
    expect(lines).toHaveLength(warning === '' ? 1 : 2);
  });

  it('the one that says the age says what is wrong when there is nothing', async () => {
    await service.dataApi.faults.set('down');
    service.endEnvironments();
    const errors = `console.error = (...words) => console.log(...words);\n`;

    const output = await outputOf(exampleOf('Say how old it is').replace(/(?<=;\n)\n/u, errors));

    expect(output).toContain('/v1/jobs answered with status 503: ask again in');
  });

  it('the tests pass', async () => {
    expect(await outputOf(exampleOf('In your tests'))).toMatch(/pass 2\b[^]*fail 0\b/u);
  });
});

const COMPONENT_ENTRY = `
  export { h, render } from 'preact';
  export { Startups } from './component.jsx';
`;

const RENDER_COMPONENT = `
  example.render(example.h(example.Startups), document.body);
  console.log(document.body.textContent);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  while (document.body.textContent.startsWith('Loading')) await turn();
`;
