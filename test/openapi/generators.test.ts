/** That clients can be generated from the description and fetch the lists: in CI, since it takes the longest of all. */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../../lib/esbuild.ts';
import { allDirectories } from '../../contract/directories.ts';
import { recordsOf } from '../support/http/ask.ts';
import { describeWith } from '../support/run/programs.ts';
import { publishedFile } from '../support/openapi/published.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

const TOOLS = path.join(root, '.ci/node_modules');

/** Where JSON::Validator would get the schema of OpenAPI 3.1 itself, which Debian's package lacks and it cannot read. */
const META_SCHEMA = 'https://spec.openapis.org/oas/3.1/schema/2021-05-20';

jest.setTimeout(120_000); // each test is several programs

const describeInCi =
  process.env['CI'] === 'true'
    ? describeWith('generators of clients', 'OpenAPI::Client')
    : describe.skip;

describeInCi('with the generators', () => {
  let service: TestService;
  let folder: string;
  let served: Readonly<Record<string, readonly unknown[]>>;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(TOOLS, 'clients-'));
    service = await TestService.start();
    const answers = await service.getAll();
    served = Object.fromEntries(
      allDirectories.map(({ name }, index) => {
        const answer = answers[index];
        return [name, answer === undefined ? [] : recordsOf(answer).map(({ id }) => id)];
      }),
    );
  }, START_LIMIT_MS);
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  test('a TypeScript client of openapi-typescript and openapi-fetch compiles and fetches the lists', async () => {
    copyFileSync(path.join(__dirname, 'clients/fetch-lists.mts.txt'), within('client.mts'));
    await run('openapi-typescript', publishedFile, '-o', within('api.ts'));
    writeFileSync(within('package.json'), '{"type":"module"}');
    writeFileSync(within('tsconfig.json'), JSON.stringify(strictest));
    await run('tsc', '--project', folder);

    const said = await execute(process.execPath, [within('client.mjs'), `${service.url}/v1`]);

    expect(JSON.parse(said)).toEqual(served);
  });

  test('a Perl client of OpenAPI::Client fetches the lists and finds them as described', async () => {
    mkdirSync(within('cache'));
    const key = createHash('md5').update(META_SCHEMA).digest('hex');
    writeFileSync(within(`cache/${key}`), '{}');
    const script = path.join(__dirname, 'clients/fetch-lists.pl');

    const said = await execute('perl', [script, publishedFile, `${service.url}/v1`], {
      JSON_VALIDATOR_CACHE_PATH: within('cache'),
    });

    expect(JSON.parse(said)).toEqual(served);
  });

  function within(name: string): string {
    return path.join(folder, name);
  }

  async function run(command: string, ...args: readonly string[]): Promise<void> {
    await execute(path.join(TOOLS, '.bin', command), args);
  }
});

const strictest = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  },
  files: ['client.mts'],
};

/** What a program says; where it fails, what it complains of. The service runs in this process, so nothing may block it. */
async function execute(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, ...variables };
  try {
    return (await promisify(execFile)(command, args, { env, maxBuffer: 1e8 })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}
