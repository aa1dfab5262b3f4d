/** The package as its users install and run it, and every example of its README and of the documentation that needs no browser. */

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../../lib/esbuild.ts';
import { SITE_FOLDER } from '../../site/build.ts';
import { allDirectories } from '../../contract/directories.ts';
import {
  corsHeaders,
  FRESH_SECONDS,
  header,
  LIST_CONTENT_TYPE,
  listCacheControl,
} from '../../contract/http.ts';
import { listen } from '../../local/http-server.ts';
import { EXAMPLE_ORIGIN, sitePaths } from '../../contract/site.ts';
import { examples } from '../../site/documentation/examples.ts';
import { FUNCTIONS, RUN_FOLDER_VARIABLE } from '../support/run/global-setup.ts';
import { describeWith, fileOf } from '../support/run/programs.ts';
import { readmeExample, readmeExamples } from './support/readme.ts';
import { fixtures } from './support/records.ts';

/** Longer than installing takes on a busy machine. */
const INSTALL_LIMIT_MS = 120_000;

let server: http.Server;
/** Its address. */
let origin: string;
let state: 'fresh' | 'stale' | 'failing';
/** The user's folder. */
let project: string;

beforeAll(async () => {
  const site = path.join(process.env[RUN_FOLDER_VARIABLE] ?? '', FUNCTIONS, SITE_FOLDER);
  const tarball = await readFile(path.join(site, sitePaths.clientPackage));
  server = http.createServer(({ url, headers }, response) => {
    const directory = allDirectories.find(({ path: known }) => known === url);
    if (directory === undefined) {
      response.end(tarball);
      return;
    }
    const etag = `W/"${directory.name}"`;
    const isKnown = headers['if-none-match'] === etag;
    response.writeHead(state === 'failing' ? 503 : isKnown ? 304 : 200, {
      [header.contentType]: LIST_CONTENT_TYPE,
      [header.cacheControl]: listCacheControl(FRESH_SECONDS),
      [header.cachedAt]: new Date().toISOString(),
      [header.dataSource]: state === 'stale' ? 'last-good' : 'database',
      [header.etag]: etag,
      ...corsHeaders,
    });
    response.end(isKnown ? '' : JSON.stringify(fixtures[directory.name]));
  });
  origin = `http://127.0.0.1:${await listen(server, 0)}`;
  project = await mkdtemp(path.join(os.tmpdir(), 'client-user-'));
  await write('package.json', '{ "private": true, "type": "module" }');
  // The registry is not there for it.
  const options = ['--no-audit', '--no-fund', '--silent', '--registry', 'http://127.0.0.1:1/'];
  const cache = ['--cache', path.join(project, 'cache')];
  const [npm = '', install = '', address = ''] = documented('Client, with npm').split(' ');
  await run(npm, [install, ...options, ...cache, address]);
}, INSTALL_LIMIT_MS);

beforeEach(() => {
  state = 'fresh';
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(project, { recursive: true });
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
  it('is all that is installed', async () => {
    expect(await readdir(path.join(project, 'node_modules'))).toStrictEqual([
      '.package-lock.json',
      '@public-directory',
    ]);
  });

  it('runs in Node', async () => {
    await write('user.mjs', user(`${origin}/v1`));
    expect(await run(process.execPath, ['--no-warnings', 'user.mjs'])).toBe(SAID);
  });

  describe.each(otherRuntimes)('in $name', ({ name, args }) => {
    describeWith(name)('where it is installed', () => {
      it('runs', async () => {
        await write(`${name}.mjs`, user(`${origin}/v1`));
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

function exampleOf(section: string): string {
  return readmeExample(section, origin);
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

  it('the first one says in a few lines why a build has no list', async () => {
    const code = exampleOf('Use it').replace(origin, 'http://127.0.0.1:1');
    const said = await outputOf(code).catch(String);

    expect(said).toContain('DirectoryError: http://127.0.0.1:1/v1/startups could not be reached');
    expect(said.length).toBeLessThan(2500);
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
    state = 'stale';
    const [age, ...others] = (await ofAge()).split(/(?<=\n)/u);
    expect(age).toMatch(/^As of \d{4}-.*Z/u);
    expect(others).toEqual([open]);
  });

  it('the one that says the age says what is wrong when there is nothing', async () => {
    state = 'failing';

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

describe('the examples of the documentation', () => {
  describeWith('curl')('for curl', () => {
    test('fetches the list once, and then nothing', async () => {
      const said = await run('sh', ['-ec', documented('curl')]);
      expect(said).toMatch(/^HTTP\/1\.1 200 /u);
      const list = path.join(project, 'startups.json');
      expect(JSON.parse(await readFile(list, 'utf8'))).toEqual(fixtures.startups);

      await writeFile(list, 'kept');
      await run('sh', ['-ec', documented('curl')]);
      expect(await readFile(list, 'utf8')).toBe('kept');
    });
  });

  describeWith('python3')('for Python', () => {
    test('fetches the list once, and then nothing', async () => {
      const twice = `${documented('Python')}
first, etag = startups()
second, _ = startups(etag)
print(len(first), second)
`;

      expect(await run('python3', ['-c', twice])).toBe(`${fixtures.startups.length} None\n`);
    });
  });

  it('for fetch filters the list by an industry', async () => {
    const shown = `console.log(startups.length, readAt.toISOString() > '2020', energy.every(isEnergy));`;

    expect(await outputOf(`${documented('fetch')}\n${shown}`)).toBe(
      `${fixtures.startups.length} true true\n`,
    );
  });
});

/** The code of an example of the documentation. */
function documented(name: string): string {
  const code = examples.find((example) => example.name === name)?.code;
  if (code === undefined) throw new Error(`The documentation has no example ${name}`);
  return code.replaceAll(EXAMPLE_ORIGIN, origin);
}

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
