/**
 * What an operator does to the whole service, by the commands and through the same protocols as in the cloud. What a command
 * refuses, and a dry run, is in test/tools.
 */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { environment } from '../../contract/names.ts';
import { accept } from '../../tools/accept.ts';
import { refresh } from '../../tools/refresh.ts';
import { takedown } from '../../tools/takedown.ts';
import { testFunctions } from '../../tools/test-functions.ts';
import { recordsOf } from '../support/http/ask.ts';
import { Operator } from '../support/service/operator.ts';
import { TestService } from '../support/service/service.ts';

let service: TestService;
let operator: Operator;
beforeAll(async () => {
  service = await TestService.start({ edge: true, startups: 12 });
  operator = new Operator(service);
});
afterAll(async () => service.close());

/** Until it is set again, a process remembers for so long the list that it is asked for next. */
async function remember(seconds: number): Promise<void> {
  service.configure({ [environment.memorySeconds]: String(seconds) });
  await service.turn('DELETE', 'edge');
}

beforeEach(async () => {
  await service.heal();
  await service.turn('POST', 'gateway/up');
  await service.turn('DELETE', 'edge');
  await service.run('SELECT portal.load_test_data(12, true)');
  await Promise.all([service.get('startups'), service.get('founders')]);
});

test('test-functions runs three events through each function of the edge', async () => {
  const { code, output } = await operator.run(testFunctions, 'local');

  expect(output.match(/^viewer-request +right/gmu)).toHaveLength(3);
  expect(output.match(/^viewer-response +right/gmu)).toHaveLength(3);
  expect(code).toBe(0);
});

describe('accept', () => {
  test('publishes a true drop, which a dry run only tells', async () => {
    await service.run(`DELETE FROM portal.startups WHERE id NOT IN
      (SELECT id FROM directory.startups ORDER BY id LIMIT 2)`);
    const dry = await operator.run(accept, 'local', 'startups', '--dry-run');
    const before = await service.get('startups');
    const done = await operator.run(accept, 'local', 'startups', '--yes');
    await service.turn('DELETE', 'edge');
    const after = await service.get('startups');

    expect(dry).toMatchObject({ code: 0 });
    expect(dry.output).toContain('refused: 2 records are left of 12');
    expect(recordsOf(before)).toHaveLength(12);
    expect(done).toMatchObject({ code: 0 });
    expect(recordsOf(after)).toHaveLength(2);
    expect(after.headers['x-data-source']).toBe('database');
  });
});

describe('takedown', () => {
  /** Every byte on the disk of the store, old versions too. */
  async function bytesOfStore(): Promise<string> {
    const entries = await readdir(service.storeFolder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = await Promise.all(
      files.map(async (file) => readFile(path.join(file.parentPath, file.name), 'utf8')),
    );
    return texts.join('\n');
  }

  async function someFounder(): Promise<Record<'id' | 'last_name' | 'linkedin_url', string>> {
    const founders = recordsOf(await service.get('founders'));
    const found = founders.find(({ linkedin_url }) => typeof linkedin_url === 'string');
    return found as Record<'id' | 'last_name' | 'linkedin_url', string>;
  }

  test('leaves no byte of a founder behind: copy, old versions, memory and edge', async () => {
    await remember(60);
    const { id, linkedin_url: linkedin } = await someFounder();
    await service.run(`UPDATE portal.founders SET in_public_directory = false WHERE id = '${id}'`);

    const { code, output } = await operator.run(takedown, 'local', id, '--yes');
    await service.turn('POST', 'database/down');
    const answers = [
      await service.get('founders'),
      await service.get('founders', { 'Accept-Encoding': 'gzip' }),
    ];
    service.endEnvironments();
    await service.turn('POST', 'gateway/down');
    await service.turn('DELETE', 'edge');
    answers.push(await service.get('founders'));

    expect({ code, output }).toMatchObject({ code: 0 });
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(JSON.stringify(recordsOf(answer))).not.toContain(id);
      expect(JSON.stringify(recordsOf(answer))).not.toContain(linkedin);
    }
    expect(await bytesOfStore()).not.toContain(id);
    expect(output).not.toContain(linkedin);
    await remember(0);
  });

  test('works from the copy where the database is unavailable', async () => {
    const { id } = await someFounder();
    await service.turn('POST', 'database/down');

    const { code, output } = await operator.run(takedown, 'local', id, '--yes');
    const answer = await service.get('founders');

    expect({ code, output }).toMatchObject({ code: 0 });
    expect(answer.headers['x-data-source']).toBe('last-good');
    expect(recordsOf(answer).map((each) => each['id'])).not.toContain(id);
    expect(await bytesOfStore()).not.toContain(id);
  });
});

describe('the rehearsal in the runbook', () => {
  const commands = { accept, takedown };

  /** Does what a line of the shell does, and tells what became of it. */
  async function outcomeOf(line: string): Promise<string> {
    await service.turn('DELETE', 'edge'); // an hour later
    const [, statement = '', route] =
      /^curl -d (["'])(.*)\1 http:.*8787(\S+)$/u.exec(line)?.slice(1) ?? [];
    if (route !== undefined) {
      const { status, body } = await service.ask(route, { method: 'POST', body: statement });
      return `${status} ${body.toString().trim()}`;
    }
    const [, list] = /^curl -sI http:.*8787(\S+)$/u.exec(line) ?? [];
    if (list !== undefined) {
      const { headers } = await service.ask(list, { method: 'HEAD' });
      return String(headers['x-data-source']);
    }
    const [, name = '', args = ''] = /^npm run (\w+) -- (.+)$/u.exec(line) ?? [];
    const { code, output } = await operator.run(
      commands[name as keyof typeof commands],
      ...args.split(' '),
      '--yes',
    );
    return `${code} ${output.replaceAll('\n', ' ')}`;
  }

  test('goes to its end, line by line', async () => {
    const runbook = await readFile(path.join(__dirname, '../../docs/runbook.md'), 'utf8');
    const sections = runbook.split(/^## /mu);
    const section = sections.find((each) => each.startsWith('Rehearse on one machine\n')) ?? '';
    const lines = section.match(/^(?:curl|npm) .*?(?= {2,}#|$)/gmu) ?? [];
    const outcomes: string[] = [];
    for (const line of lines) {
      const [founder = ''] = /[\da-f-]{36}/u.exec(outcomes.join(' ')) ?? [];
      outcomes.push(await outcomeOf(line.replaceAll('<founder id>', founder)));
    }

    expect(outcomes).toEqual([
      'database',
      'database',
      '200 {"command":"DELETE","rowCount":7}',
      'last-good',
      expect.stringMatching(/^0 .*is refused: 5 records are left of 12\..*It can be accepted/u),
      expect.stringMatching(/^0 .*Published now: 5 records/u),
      expect.stringMatching(/^0 .*(?:Published now|nothing to accept)/u),
      'database',
      expect.stringMatching(/^200 \{"command":"SELECT","rowCount":1,"rows":\[\{"id":"/u),
      expect.stringMatching(/^1 .*The portal still publishes this founder/u),
      '200 {"command":"UPDATE","rowCount":1}',
      expect.stringMatching(/^0 Nothing is changed/u),
      expect.stringMatching(/^0 .* Gone\./u),
    ]);
  });
});

describe('refresh', () => {
  test('shows visitors an edit at once, which an invalidation alone does not', async () => {
    await remember(60);
    const { id } = recordsOf(await service.get('startups'))[0] ?? {};
    await service.run(`UPDATE portal.startups SET name = 'Renamed' WHERE id = '${String(id)}'`);
    const renamed = async () =>
      recordsOf(await service.get('startups')).some(({ name }) => name === 'Renamed');

    await service.turn('DELETE', 'edge');
    const afterInvalidation = await renamed(); // a process remembers the list for 60 s
    service.endEnvironments(); // the operator of the test does not wait
    const { code, output } = await operator.run(refresh, 'local', 'startups');

    expect(afterInvalidation).toBe(false);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(await renamed()).toBe(true);
    await remember(0);
  });
});
