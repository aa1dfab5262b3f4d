/** The package as a user has it: what it holds, where it runs, what it is told by the service, and the examples of its README. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

import { buildClient, CLIENT_LIMIT_BYTES } from '../../bundling/client.ts';
import { root } from '../../bundling/esbuild.ts';
import { directory } from '../../client/src/index.ts';
import { describeWith, fileOf } from '../support/run/programs.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';
import { fixtures } from './support/records.ts';
import { ADDRESS } from './support/scripted-service.ts';

/** Longer than building, packing and installing take on a busy machine. */
const INSTALL_LIMIT_MS = 120_000;

// Each test is a process or two, on a machine that may be busy.
jest.setTimeout(START_LIMIT_MS);

let service: TestService;
let folder: string;
/** The user's folder, and where the package is in it. */
let project: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'client-user-'));
  project = path.join(folder, 'project');
  installed = path.join(project, 'node_modules/public-directory-client');
  [service] = await Promise.all([TestService.start(), install()]);
}, START_LIMIT_MS + INSTALL_LIMIT_MS);

beforeEach(async () => service.heal());

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Builds the package, packs it and installs it into an empty project; away from `client/dist`, which others may be using. */
async function install(): Promise<void> {
  const source = path.join(folder, 'client');
  const dist = path.join(root, 'client/dist');
  const filter = (file: string) => file !== dist;
  await cp(path.join(root, 'client'), source, { recursive: true, filter });
  await buildClient(path.join(source, 'dist'));
  await mkdir(project);
  await write('package.json', '{ "private": true, "type": "module" }');
  const options = ['--install-links', '--offline', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', ...options, source]);
}

async function write(name: string, text: string): Promise<void> {
  await writeFile(path.join(project, name), text);
}

/** Runs a program in the user's folder; rejects with all that it said if it fails. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const running = promisify(execFile)(program, [...args], { cwd: project });
  const { stdout } = await running.catch((failure: unknown) => {
    const { stdout: said, stderr } = failure as Record<'stdout' | 'stderr', string>;
    throw new Error(`${path.basename(program)} failed:\n${said}${stderr}`);
  });
  return stdout;
}

/** Says in a line what it got. */
const user = (address: string): string => `
  import { directory, DirectoryError } from 'public-directory-client';
  import jobs from 'public-directory-client/fixtures/jobs.json' with { type: 'json' };

  let time = Date.now();
  const statuses = [];
  const counted = async (...question) => {
    const response = await fetch(...question);
    statuses.push(response.status);
    return response;
  };
  const service = directory('${address}', { fetch: counted, now: () => time });
  const { records, source, problems, cachedAt } = await service.startups();
  time += 3_600_000;
  const later = await service.startups();
  const founders = await service.foundersOf(records[0]);
  const failure = await directory('http://127.0.0.1:1/v1').jobs().catch((error) => error);
  console.log(JSON.stringify([
    statuses,
    records.length,
    source,
    problems.length,
    later.records === records && later.cachedAt > cachedAt,
    founders.every(({ startup_id: id }) => id === records[0].id),
    jobs.length > 0,
    failure instanceof DirectoryError && failure.message.includes('/v1/jobs could not be reached'),
  ]));
`;

/** They get no access to registries: the package is all there is. */
const otherRuntimes = [
  {
    name: 'deno',
    args: ['run', '--no-remote', '--node-modules-dir=manual', '--allow-net=127.0.0.1'],
  },
  { name: 'bun', args: ['--no-install'] },
] as const;

const SAID = '[[200,304,200],120,"database",0,true,true,true,true]\n';

describe('the installed package', () => {
  it('holds what is needed and nothing else', async () => {
    const files = await readdir(installed, { recursive: true, withFileTypes: true });
    const names = files
      .filter((file) => file.isFile())
      .map((file) => path.relative(installed, path.join(file.parentPath, file.name)));

    expect(names.toSorted()).toStrictEqual([
      'LICENSE',
      'README.md',
      'dist/index.d.ts',
      'dist/index.js',
      'fixtures/founders.json',
      'fixtures/jobs.json',
      'fixtures/startups.json',
      'package.json',
    ]);
  });

  it('has the licence of the repository', async () => {
    const [theirs, ours] = await Promise.all(
      [installed, root].map(async (place) => readFile(path.join(place, 'LICENSE'), 'utf8')),
    );
    expect(theirs).toBe(ours);
  });

  it('weighs at most 3.5 KB, as one module that loads nothing, has nothing of Node, and its types beside it', async () => {
    const [code, types] = await Promise.all(
      ['index.js', 'index.d.ts'].map(async (file) =>
        readFile(path.join(installed, 'dist', file), 'utf8'),
      ),
    );

    expect(CLIENT_LIMIT_BYTES).toBe(3584);
    expect(gzipSync(code ?? '', { level: 9 }).length).toBeLessThanOrEqual(CLIENT_LIMIT_BYTES);
    expect(code).not.toMatch(/\b(?:import|require|process|Buffer|node:)\b/u);
    expect(code).toMatch(
      /export\{[\w$]+ as DirectoryError,[\w$]+ as browserStorage,[\w$]+ as directory,[\w$]+ as isActive,[\w$]+ as isAlumnus,[\w$]+ as isOpen\};?\s*$/u,
    );
    expect(types).toContain('export declare function directory(');
    expect(types).not.toMatch(/\b(?:import|from)\b.*'/u);
  });

  it('needs nothing else', async () => {
    const text = await readFile(path.join(installed, 'package.json'), 'utf8');
    expect(text).not.toMatch(/dependencies|scripts/iu);
    expect(await readdir(path.join(project, 'node_modules'))).toStrictEqual([
      '.package-lock.json',
      'public-directory-client',
    ]);
  });

  it('runs in Node', async () => {
    await write('user.mjs', user(`${service.url}/v1`));
    expect(await run(process.execPath, ['--no-warnings', 'user.mjs'])).toBe(SAID);
  });

  describe.each(otherRuntimes)('in $name', ({ name, args }) => {
    describeWith(name)('where it is installed', () => {
      it('runs', async () => {
        await write(`${name}.mjs`, user(`${service.url}/v1`));
        expect(await run(fileOf(name), [...args, `${name}.mjs`])).toBe(SAID);
      });
    });
  });

  it('has types that a strict user can rely on', async () => {
    await write('user.ts', TYPED_USER);
    await write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['user.ts'] }));

    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    expect(await run(process.execPath, [tsc, '--project', '.'])).toBe('');
  });
});

describe('a client of the local service', () => {
  it('has its lists, with no problems, which are the fixtures of the package', async () => {
    const client = directory(`${service.url}/v1`);
    const lists = [await client.startups(), await client.founders(), await client.jobs()];

    expect(lists.flatMap(({ problems }) => problems)).toStrictEqual([]);
    expect(lists.map(({ records }) => records)).toStrictEqual(Object.values(fixtures));
  });

  it('is told of the last good copy, asks again in a minute, and keeps what it has while there is nothing', async () => {
    let now = Date.now();
    const client = directory(`${service.url}/v1`, { now: () => now });
    const first = await client.jobs();
    await service.dataApi.faults.set('down');
    now += 3_600_000;
    const stale = await client.jobs();
    now += 59_999;
    expect(await client.jobs()).toBe(stale);
    await service.deleteCopy('jobs');
    service.endEnvironments();
    now += 1;
    const kept = await client.jobs();
    await service.dataApi.faults.set('up');
    now += 60_000;
    const recovered = await client.jobs();

    expect([first, stale, kept, recovered].map(({ source }) => source)).toStrictEqual([
      'database',
      'last-good',
      'kept',
      'database',
    ]);
    expect(kept.failure?.status).toBe(503);
    expect(recovered.records).toBe(first.records);
  });
});

/** The examples of the README, by the section they are in. */
const examples = readFileSync(path.join(root, 'client/README.md'), 'utf8')
  .split(/^## /mu)
  .flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    const blocks = part.matchAll(/^```(?<language>\w+)\n(?<code>.*?)^```$/gmsu);
    return [...blocks].map(({ groups: { language = '', code = '' } = {} }) => ({
      section,
      language,
      code,
    }));
  });

/** The code of an example, with the address of the local service. */
function exampleOf(section: string): string {
  const found = examples.filter((each) => each.section === section && each.language !== 'sh');
  expect(found).toHaveLength(1);
  return found[0]?.code.replaceAll(ADDRESS, `${service.url}/v1`) ?? '';
}

async function outputOf(code: string): Promise<string> {
  await write('example.mjs', code);
  return run(process.execPath, ['--no-warnings', 'example.mjs']);
}

/** Imports an example in which there is a document, and says what is in it at the end. */
async function shownBy(file: string, render = ''): Promise<string> {
  await build({
    entryPoints: [path.join(root, 'test/client/support/small-document.ts')],
    outfile: path.join(project, 'small-document.mjs'),
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
      ['Show how old it is', 'js'],
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
    const index = await readFile(path.join(installed, 'dist/index.js'), 'utf8');
    await write('public-directory-client.js', index);
    await write('page.mjs', script);

    const lines = (await shownBy('page.mjs')).trim().split('\n');

    expect(lines).toStrictEqual(
      fixtures.jobs.map(({ title, startup_name: name }) => `${title} at ${name}`),
    );
  });

  // Preact replaces React, which is not installed here.
  it('the React component says that it is loading, and then shows every startup', async () => {
    await write('component.jsx', exampleOf('In React'));
    await write('component.entry.js', COMPONENT_ENTRY);
    await build({
      absWorkingDir: project,
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

    const output = await outputOf(exampleOf('Show how old it is').replace(/(?<=;\n)\n/u, warnings));

    const lines = output.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(`${fixtures.jobs.length} open jobs`);
    expect(lines.slice(0, -1).join('\n')).toMatch(warning);
    expect(lines).toHaveLength(warning === '' ? 1 : 2);
  });

  it('the one that says the age says what is wrong when there is nothing', async () => {
    await service.dataApi.faults.set('down');
    service.endEnvironments();
    const errors = `console.error = (...words) => console.log(...words);\n`;

    const output = await outputOf(exampleOf('Show how old it is').replace(/(?<=;\n)\n/u, errors));

    expect(output).toContain('/v1/jobs answered with status 503: ask again in');
  });

  it('the tests pass', async () => {
    expect(await outputOf(exampleOf('In your tests'))).toMatch(/pass 2\b[^]*fail 0\b/u);
  });
});

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom'],
  types: [],
  module: 'nodenext',
  resolveJsonModule: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

const TYPED_USER = `
  import {
    directory,
    DirectoryError,
    type Directory,
    type DirectoryOptions,
    type Enrollment,
    type Founder,
    type Job,
    type List,
    type Problem,
    type Startup,
  } from 'public-directory-client';
  import founders from 'public-directory-client/fixtures/founders.json' with { type: 'json' };
  import jobs from 'public-directory-client/fixtures/jobs.json' with { type: 'json' };
  import startups from 'public-directory-client/fixtures/startups.json' with { type: 'json' };

  export const fixtures: [readonly Startup[], readonly Founder[], readonly Job[]] = [startups, founders, jobs];

  const options: DirectoryOptions = { fetch, now: Date.now, timeoutMs: 5000 };
  const service: Directory = directory(new URL('https://directory.example.org/v1'), options);
  const list: List<Startup> = await service.startups();
  const [startup] = list.records;
  const cachedAt: Date | undefined = list.cachedAt;
  const source: 'database' | 'last-good' | 'kept' = list.source;
  const failure: DirectoryError | undefined = list.failure;
  const problems: readonly Problem[] = list.problems;
  const status: number | undefined = failure?.status;
  const enrollments: readonly Enrollment[] | undefined = startup?.enrollments;
  const blurb: string | null | undefined = startup?.blurb;
  const theirs: readonly Founder[] = startup ? await service.foundersOf(startup) : [];
  const open: readonly Job[] = await service.jobsOf('an id');
  const one: Startup | undefined = await service.startupBySlug('a slug');
  export { blurb, cachedAt, enrollments, one, open, problems, source, status, theirs };

  // @ts-expect-error -- records are read only
  list.records.push(startup);
  // @ts-expect-error -- a text may be null
  startup?.blurb.length;
  // @ts-expect-error -- there is no such list
  service.investors();
`;

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
