/** Tests `npm run operate` with the local service, over the same protocols as in AWS. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { exitCodeOf } from '../../local/command.ts';
import { operate } from '../../tools/operate.ts';
import { explain } from '../../tools/operate/explain.ts';
import { recordsOf } from '../support/ask.ts';
import { newFolder } from '../support/run-folder.ts';
import { TestService } from '../support/test-service.ts';

const STARTUPS = 12;

let service: TestService;
const folder = newFolder('stage');
beforeAll(async () => {
  service = await TestService.start({ edge: true, startups: STARTUPS, memorySeconds: 60 });
  writeFileSync(path.join(folder, 'stage.json'), JSON.stringify(service.stage));
});
afterAll(async () => service.close());

let output: string;
beforeEach(async () => {
  output = '';
  const listen = (line: string) => void (output += `${line}\n`);
  jest.spyOn(console, 'log').mockImplementation(listen);
  jest.spyOn(console, 'error').mockImplementation(listen);
  await service.heal();
  await service.run(`SELECT portal.load_test_data(${STARTUPS}, true)`);
  await forget();
  await service.getAllKept();
});

/** Empties the edge cache and the memory of the processes, as if an hour had passed and the processes were new. */
async function forget(): Promise<void> {
  service.endEnvironments();
  await service.turn('DELETE', 'edge');
}

/** Runs a command on the stage `local`. Passes --yes, except to `check` and to a dry run, which change nothing. */
async function run(name: string, ...args: readonly string[]): Promise<number> {
  const agreed = name === 'check' || args.includes('--dry-run') ? [] : ['--yes'];
  return exitCodeOf(operate(), [name, 'local', ...args, ...agreed, '--folder', folder], explain);
}

test('check fails if a view is missing, and apply restores the view', async () => {
  expect(await run('check')).toBe(0);
  expect(output).toContain('it can log in and read the views, and has no other access');

  await service.run('DROP VIEW directory.jobs CASCADE');
  expect(await run('check')).toBe(1);
  expect(await run('apply')).toBe(0);
  expect(await run('check')).toBe(0);
});

test('accept publishes a list that really shrank, but accept --dry-run does not', async () => {
  await service.run(`DELETE FROM portal.startups WHERE id NOT IN
    (SELECT id FROM directory.startups ORDER BY id LIMIT 2)`);

  expect(await run('accept', 'startups', '--dry-run')).toBe(0);
  expect(output).toContain('Dry run: nothing was changed.');
  await forget();
  expect(recordsOf(await service.get('startups'))).toHaveLength(STARTUPS);

  expect(await run('accept', 'startups')).toBe(0);
  await forget();
  const after = await service.get('startups');
  expect([after.headers['x-data-source'], recordsOf(after).length]).toEqual(['database', 2]);
});

test('refresh publishes an edit even though the edge and the memory of the function still hold an older list', async () => {
  await service.run(`UPDATE portal.startups SET name = 'Renamed'`);
  const names = async () => recordsOf(await service.get('startups')).map(({ name }) => name);

  expect(await names()).not.toContain('Renamed');
  expect(await run('refresh', 'startups')).toBe(0);
  expect(await names()).toContain('Renamed');
});

describe('takedown', () => {
  let id: string;
  beforeEach(async () => {
    id = String(recordsOf(await service.get('founders'))[0]?.['id']);
  });

  /**
   * Returns the ids in four answers to a visitor: from the edge cache, from a function, from a function that serves the
   * last-good copy because the database is down, and from the edge, which reads the copy because the gateway is also down.
   */
  async function idsEverywhere(): Promise<readonly unknown[]> {
    const answers = [await service.get('founders')];
    await service.turn('DELETE', 'edge');
    answers.push(await service.get('founders'));
    await service.turn('POST', 'database/down');
    await forget();
    answers.push(await service.get('founders'));
    await service.turn('POST', 'gateway/down');
    await service.turn('DELETE', 'edge');
    answers.push(await service.get('founders'));
    await service.turn('POST', 'gateway/up');
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    return answers.flatMap(recordsOf).map((record) => record['id']);
  }

  test('removes a founder from the edge, the memory of the function and the copy', async () => {
    expect(await run('takedown', id)).toBe(1);
    expect(output).toMatch(/The portal still publishes .* Nothing was changed\.$/mu);
    await service.run(`UPDATE portal.founders SET in_public_directory = false WHERE id = '${id}'`);

    expect(await run('takedown', id)).toBe(0);
    expect(await idsEverywhere()).not.toContain(id);
  });

  test('rewrites the copy if the database is unavailable', async () => {
    await service.turn('POST', 'database/throttled'); // a throttled database counts as unavailable

    expect(await run('takedown', id)).toBe(0);
    expect(output).toContain('If the portal still lists this founder, remove them');
    expect(await idsEverywhere()).not.toContain(id);
  });
});
