/** What the page gives to copy does what it says, against the whole service. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { EXAMPLE_ORIGIN } from '../../contract/site.ts';
import { examples } from '../../page/documentation/examples.ts';
import { recordsOf } from '../support/http/ask.ts';
import { describeWith } from '../support/run/programs.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

const run = promisify(execFile);

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'page-examples-'));
  service = await TestService.start({ startups: 12 });
}, START_LIMIT_MS);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

function exampleOf(name: string): string {
  const code = examples.find((example) => example.name === name)?.code;
  if (code === undefined) throw new Error(`The page has no example ${name}`);
  return code.replaceAll(EXAMPLE_ORIGIN, service.url);
}

describeWith('curl')('with curl', () => {
  test('the example fetches the list once, and then nothing', async () => {
    const list = path.join(folder, 'startups.json');
    const { stdout } = await run('sh', ['-ec', exampleOf('curl')], { cwd: folder });
    expect(stdout).toMatch(/^HTTP\/1\.1 200 OK/u);
    const records = recordsOf(await service.get('startups'));
    expect(JSON.parse(readFileSync(list, 'utf8'))).toEqual(records);

    writeFileSync(list, 'kept');
    await run('sh', ['-ec', exampleOf('curl')], { cwd: folder });
    expect(readFileSync(list, 'utf8')).toBe('kept');
  });
});

describeWith('python3')('with Python', () => {
  test('the example fetches the list once, and then nothing', async () => {
    const twice = `${exampleOf('Python')}
first, etag = startups()
second, _ = startups(etag)
print(len(first), second)
`;
    const { stdout } = await run('python3', ['-c', twice]);

    expect(stdout).toBe(`${recordsOf(await service.get('startups')).length} None\n`);
  });
});

test('the example for fetch filters the list by an industry', async () => {
  const shown = `${exampleOf('fetch')}\nconsole.log(startups.length, readAt.toISOString() > '2020', energy.every(isEnergy));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', shown]);

  expect(stdout).toBe(`${recordsOf(await service.get('startups')).length} true true\n`);
});
