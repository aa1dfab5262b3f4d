/** Installs and runs the package as its users do. Runs the examples from its README and the documentation outside a browser. */

import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { clientPackage } from '../../client/pack.ts';
import { allDirectories } from '../../contract/directories.ts';
import { FRESH_SECONDS, header, listCacheControl } from '../../contract/http.ts';
import { EXAMPLE_ORIGIN } from '../../contract/site.ts';
import { root } from '../../client/esbuild.ts';
import { type Server, startServer } from '../../local/http-server.ts';
import { describeWith, fileOf } from '../support/programs.ts';
import { documentedExample, fixtures, readmeExample } from './support/package-contents.ts';
import { newFolder } from '../support/run-folder.ts';

/** Time limit for the installation. It is long enough for a busy machine. */
const INSTALL_LIMIT_MS = 120_000;

let server: Server;
let source: string;
/** Folder of a project that uses the package. */
const project = newFolder('client-user');
let made: Awaited<ReturnType<typeof clientPackage>>;

beforeAll(async () => {
  made = await clientPackage();
  server = await startServer(async ({ path: url, headers }) => {
    const name = allDirectories.find((directory) => directory.path === url)?.name;
    if (name === undefined) return { statusCode: 200, headers: {}, body: made.tarball };
    const etag = `W/"${name}"`;
    const isKnown = headers['if-none-match'] === etag;
    return {
      statusCode: isKnown ? 304 : 200,
      headers: {
        'Cache-Control': listCacheControl(FRESH_SECONDS),
        [header.cachedAt]: new Date().toISOString(),
        [header.dataSource]: source,
        ETag: etag,
      },
      body: isKnown ? '' : JSON.stringify(fixtures[name]),
    };
  });
  await write('package.json', '{ "private": true, "type": "module" }');
  const [npm = '', ...install] =
    /npm install \S+/u.exec(withAddress(documentedExample('Client')))?.[0].split(' ') ?? [];
  const unreachable = ['--registry', 'http://127.0.0.1:1/', '--cache', path.join(project, 'cache')];
  await run(npm, [...install, '--no-audit', '--no-fund', '--silent', ...unreachable]);
}, INSTALL_LIMIT_MS);

beforeEach(() => {
  source = 'database';
});

afterAll(async () => server.close());

describe('the package', () => {
  it('installs no other package, and contains only its modules, types, fixtures, licence, README and package.json', async () => {
    const packages = path.join(project, 'node_modules');
    const installed = await readdir(path.join(packages, '@public-directory/client'));

    expect(await readdir(packages)).toEqual(['.package-lock.json', '@public-directory']);
    expect(installed).toEqual(['LICENSE', 'README.md', 'dist', 'fixtures', 'package.json']);
    expect(await readFile(path.join(root, 'client/LICENSE'))).toEqual(
      await readFile(path.join(root, 'LICENSE')),
    );
  });

  it('has a module for web pages that is at most 3.5 KB long after gzip and does not need Node or other modules', () => {
    const [, names = ''] = /export\{([^}]*)\};\s*$/u.exec(made.module) ?? [];

    expect(names.split(',').map((name) => name.replace(/^.* as /u, ''))).toEqual([
      'DirectoryError',
      'browserStorage',
      'directory',
      'isActive',
      'isAlumnus',
      'isOpen',
    ]);
    expect(made.module).not.toMatch(/\b(?:import|require|process|Buffer|node:)\b/u);
    expect(gzipSync(made.module, { level: 9 }).length).toBeLessThanOrEqual(3584);
  });

  const said = '[[200,304,200],120,"database",0,true,true,true,true]\n';
  const user = async () => withAddress(await readFile(path.join(SUPPORT, 'user.mjs.txt'), 'utf8'));

  it('runs in Node', async () => {
    expect(await outputOf(await user())).toBe(said);
  });

  // The options prevent access to registries.
  for (const [name, options] of [
    ['deno', 'run --no-remote --node-modules-dir=manual --allow-net=127.0.0.1'],
    ['bun', '--no-install'],
  ] as const) {
    describeWith(name)(`in ${name}`, () => {
      it('runs from the folder node_modules', async () => {
        await write('user.mjs', await user());
        expect(await run(fileOf(name), [...options.split(' '), 'user.mjs'])).toBe(said);
      });
    });
  }

  it('has types that pass the strict checks of TypeScript', async () => {
    await write('user.ts', await readFile(path.join(SUPPORT, 'typed-user.ts.txt'), 'utf8'));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const options =
      '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --resolveJsonModule --target es2022 --lib es2023,dom --module nodenext';
    expect(await run(process.execPath, [tsc, ...options.split(' '), 'user.ts'])).toBe('');
  });
});

describe('the example in the README section', () => {
  const example = (section: string) => withAddress(readmeExample(section));

  test('"Use it" prints a short error if the service cannot be reached', async () => {
    const code = example('Use it').replace(server.url, 'http://127.0.0.1:1');

    const said = await outputOf(code).catch(String);
    expect(said).toContain('DirectoryError: http://127.0.0.1:1/v1/startups could not be reached');
    expect(said.length).toBeLessThan(2500);
  });

  test('"Show how old a list is" prints the age of a stale list', async () => {
    const printing = 'console.warn = console.log;\n';
    const code = example('Show how old a list is').replace(/(?<=;\n)\n/u, printing);

    source = 'last-good';
    expect(await outputOf(code)).toMatch(/^As of \d{4}-.*Z \n\d+ open jobs\n$/u);
  });

  test('"Keep lists across reloads and builds" still has the list in the next run, even without the service', async () => {
    const code = example('Keep lists across reloads and builds');
    const first = await outputOf(code);
    const anHourLater = `const { now } = Date; Date.now = () => now() + 3_600_000;`;
    const offline = `globalThis.fetch = async () => Promise.reject(new TypeError('offline'));`;

    expect(first).toMatch(/^120 startups of \d{4}-.*Z, database\n$/u);
    expect(await outputOf([anHourLater, offline, code].join('\n'))).toBe(
      first.replace('database', 'kept'),
    );
  });

  test('"In your tests" passes', async () => {
    expect(await outputOf(example('In your tests'))).toMatch(/pass 2\b[^]*fail 0\b/u);
  });
});

describeWith('curl', 'python3')('the documentation', () => {
  const example = (name: string) => withAddress(documentedExample(name));

  test('has an example for curl that downloads an unchanged list only once', async () => {
    const file = path.join(project, 'startups.json');
    await run('sh', ['-ec', example('curl')]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(fixtures.startups);

    await writeFile(file, 'kept');
    await run('sh', ['-ec', example('curl')]);
    expect(await readFile(file, 'utf8')).toBe('kept');
  });

  test('has an example for Python that downloads an unchanged list only once', async () => {
    const twice = 'first, etag = startups()\nprint(len(first), startups(etag)[0])\n';

    expect(await run('python3', ['-c', `${example('Python')}\n${twice}`])).toBe('120 None\n');
  });
});

const SUPPORT = path.join(import.meta.dirname, 'support');

function withAddress(code: string): string {
  return code.replaceAll(EXAMPLE_ORIGIN, server.url);
}

async function outputOf(code: string): Promise<string> {
  await write('example.mjs', code);
  return run(process.execPath, ['--no-warnings', 'example.mjs']);
}

async function write(name: string, text: string): Promise<void> {
  await writeFile(path.join(project, name), text);
}

/** Runs a program in the folder of the project. If the program fails, rejects with its output. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const running = promisify(execFile)(program, [...args], { cwd: project });
  const { stdout } = await running.catch((failure: unknown) => {
    const { stdout: printed, stderr } = failure as Record<'stdout' | 'stderr', string>;
    throw new Error(`${path.basename(program)} failed:\n${printed}${stderr}`);
  });
  return stdout;
}
