/** The package as a user has it: what it holds, where it runs, what it is told by the service, and the examples of its README. */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';

import { parseTar } from 'nanotar';

import { CLIENT_LIMIT_BYTES, clientPackage } from '../../bundling/client.ts';
import { root } from '../../bundling/esbuild.ts';
import { directory } from '../../client/src/index.ts';
import { describeWith, fileOf } from '../support/run/programs.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';
import { readmeExample, readmeExamples } from './support/readme.ts';
import { fixtures } from './support/records.ts';

/** Longer than installing takes on a busy machine. */
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
  installed = path.join(project, 'node_modules/@public-directory/client');
  service = await TestService.start();
  await mkdir(project);
  await write('package.json', '{ "private": true, "type": "module" }');
  // From the service; the registry is not there for it.
  const options = ['--no-audit', '--no-fund', '--silent', '--registry', 'http://127.0.0.1:1/'];
  const cache = ['--cache', path.join(folder, 'cache')];
  await run('npm', ['install', ...options, ...cache, `${service.url}/client.tgz`]);
}, START_LIMIT_MS + INSTALL_LIMIT_MS);

beforeEach(async () => service.heal());

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

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
  import { directory, DirectoryError } from '@public-directory/client';
  import jobs from '@public-directory/client/fixtures/jobs.json' with { type: 'json' };

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
  it('holds what is needed, under the licence of the repository, and needs nothing else', async () => {
    const files = await readdir(installed, { recursive: true, withFileTypes: true });
    const names = files
      .filter((file) => file.isFile())
      .map((file) => path.relative(installed, path.join(file.parentPath, file.name)));

    expect(names.toSorted()).toStrictEqual([
      'LICENSE',
      'README.md',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/node.d.ts',
      'dist/node.js',
      'fixtures/founders.json',
      'fixtures/jobs.json',
      'fixtures/startups.json',
      'package.json',
    ]);
    const textOf = async (...place: string[]) => readFile(path.join(...place), 'utf8');
    expect(await textOf(installed, 'LICENSE')).toBe(await textOf(root, 'LICENSE'));
    expect(await textOf(installed, 'package.json')).not.toMatch(/dependencies|scripts/iu);
    expect(await readdir(path.join(project, 'node_modules'))).toStrictEqual([
      '.package-lock.json',
      '@public-directory',
    ]);
  });

  it('is one module that loads nothing and has nothing of Node, with its types beside it', async () => {
    const [code = '', types] = await Promise.all(
      ['index.js', 'index.d.ts'].map(async (file) =>
        readFile(path.join(installed, 'dist', file), 'utf8'),
      ),
    );

    expect(code).not.toMatch(/\b(?:import|require|process|Buffer|node:)\b/u);
    expect(exportsOf(code)).toEqual(EXPORTS);
    expect(types).toContain('export declare function directory(');
    expect(types).not.toMatch(/\b(?:import|from)\b.*'/u);
  });

  it('says in a few lines why a build has no list', async () => {
    await write('failing.mjs', exampleOf('Use it').replace(service.url, 'http://127.0.0.1:1'));

    const said = await run(process.execPath, ['failing.mjs']).catch(String);

    expect(said).toContain('DirectoryError: http://127.0.0.1:1/v1/startups could not be reached');
    expect(said.length).toBeLessThan(2500);
  });

  it('weighs at most 3.5 KB, as the service has it for a page', async () => {
    const code = (await service.ask('/client.js')).body;

    expect(CLIENT_LIMIT_BYTES).toBe(3584);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(CLIENT_LIMIT_BYTES);
    expect(exportsOf(code.toString())).toEqual(EXPORTS);
  });

  it('is the same bytes each time, and says where its source is if that is known', async () => {
    const [first, second] = await Promise.all([clientPackage(), clientPackage()]);
    const served = await service.ask('/client.tgz');
    expect(Buffer.from(first.tarball).equals(second.tarball)).toBe(true);
    expect(served.body.equals(first.tarball)).toBe(true);
    expect(first.fileName).toMatch(/^public-directory-client-\d+\.\d+\.\d+\.tgz$/u);

    const known = { GITHUB_SERVER_URL: 'https://git.example.com', GITHUB_REPOSITORY: 'owner/name' };
    const { tarball } = await clientPackage(known);
    expect(manifestIn(tarball)).toMatchObject({
      repository: { url: 'git+https://git.example.com/owner/name.git', directory: 'client' },
      homepage: 'https://git.example.com/owner/name/tree/HEAD/client#readme',
      bugs: 'https://git.example.com/owner/name/issues',
      publishConfig: { access: 'public', provenance: true },
    });
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

const EXPORTS = [
  'DirectoryError',
  'browserStorage',
  'directory',
  'isActive',
  'isAlumnus',
  'isOpen',
];

function exportsOf(code: string): readonly string[] {
  const [, names = ''] = /export ?\{([^}]*)\};?\s*$/u.exec(code) ?? [];
  return names.split(',').map((name) => name.trim().replace(/^.* as /u, ''));
}

function manifestIn(tarball: Uint8Array): unknown {
  const files = parseTar(gunzipSync(tarball));
  return JSON.parse(files.find(({ name }) => name === 'package/package.json')?.text ?? '');
}

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

function exampleOf(section: string): string {
  return readmeExample(section, service.url);
}

async function outputOf(code: string): Promise<string> {
  await write('example.mjs', code);
  return run(process.execPath, ['--no-warnings', 'example.mjs']);
}

describe('the examples of the README', () => {
  it('are these, and each has its test', () => {
    expect(readmeExamples.map(({ section, language }) => [section, language])).toStrictEqual([
      ['# @public-directory/client', 'sh'],
      ['Use it', 'js'],
      ['In a page, without a bundler', 'html'],
      ['In React', 'jsx'],
      ['In Vue', 'vue'],
      ['Show how old it is', 'js'],
      ['Keep lists across reloads and builds', 'js'],
      ['In your tests', 'js'],
    ]);
  });

  it('the first one prints startups and their founders', async () => {
    const output = await outputOf(exampleOf('Use it'));

    for (const { name } of fixtures.startups.slice(0, 3)) expect(output).toContain(name);
    expect(output.trim().split('\n').length).toBeGreaterThanOrEqual(3);
  });

  /** It says the age by `console.warn`, and what is wrong by `console.error`. */
  const ofAge = async () =>
    outputOf(
      exampleOf('Show how old it is').replace(
        /(?<=;\n)\n/u,
        `console.warn = console.error = (...words) => console.log(...words);\n`,
      ),
    );

  it('the one that says the age is silent while the list is fresh, and says it while it is stale', async () => {
    const open = `${fixtures.jobs.length} open jobs\n`;

    expect(await ofAge()).toBe(open);
    await service.dataApi.faults.set('down');
    const [age, ...others] = (await ofAge()).split(/(?<=\n)/u);
    expect(age).toMatch(/^As of \d{4}-.*Z/u);
    expect(others).toEqual([open]);
  });

  it('the one that says the age says what is wrong when there is nothing', async () => {
    await service.dataApi.faults.set('down');
    service.endEnvironments();

    expect(await ofAge()).toContain('/v1/jobs answered with status 503: ask again in');
  });

  it('the one that keeps lists has them in its next run, without the service', async () => {
    const code = exampleOf('Keep lists across reloads and builds');
    const first = await outputOf(code);
    const anHourLater = `const { now } = Date; Date.now = () => now() + 3_600_000;`;
    const offline = `globalThis.fetch = async () => Promise.reject(new TypeError('offline'));`;

    expect(first).toMatch(/^120 startups of \d{4}-.*Z, database\n$/u);
    expect(await outputOf([anHourLater, offline, code].join('\n'))).toBe(
      first.replace('database', 'kept'),
    );
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
    browserStorage,
    type CallOptions,
    directory,
    DirectoryError,
    type Directory,
    type DirectoryOptions,
    type Enrollment,
    type Founder,
    isActive,
    isAlumnus,
    isOpen,
    type Job,
    type List,
    type ListStorage,
    type Problem,
    type Startup,
  } from '@public-directory/client';
  import { folderStorage } from '@public-directory/client/node';
  import founders from '@public-directory/client/fixtures/founders.json' with { type: 'json' };
  import jobs from '@public-directory/client/fixtures/jobs.json' with { type: 'json' };
  import startups from '@public-directory/client/fixtures/startups.json' with { type: 'json' };

  export const fixtures: [readonly Startup[], readonly Founder[], readonly Job[]] = [startups, founders, jobs];

  const storages: readonly ListStorage[] = [
    browserStorage(),
    folderStorage('lists', 1000),
    { get: async () => null, set: () => undefined },
  ];
  const [storage = browserStorage()] = storages;
  const options: DirectoryOptions = { fetch, now: Date.now, timeoutMs: 5000, storage, keepMs: 1 };
  const call: CallOptions = { signal: new AbortController().signal };
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
  const open: readonly Job[] = await service.jobsOf('an id', call);
  const states: readonly boolean[] = startup ? [isActive(startup), isAlumnus(startup)] : [];
  const current = open.filter((job) => isOpen(job, new Date()));
  const one: Startup | undefined = await service.startupBySlug('a slug');
  export { blurb, cachedAt, current, states, enrollments, one, open, problems, source, status, theirs };

  // @ts-expect-error -- records are read only
  list.records.push(startup);
  // @ts-expect-error -- a text may be null
  startup?.blurb.length;
  // @ts-expect-error -- there is no such list
  service.investors();
`;
