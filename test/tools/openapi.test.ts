import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { openapi, publishedDescription } from '../../tools/openapi.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'description-'));
const file = path.join(folder, 'openapi.json');
const today = `${JSON.stringify(publishedDescription(), undefined, 2)}\n`;
const print = jest.fn();
const complain = jest.fn();
const run = async (...args: string[]) =>
  openapi.run(args, { print, complain, inColour: false }, { file });

beforeEach(() => {
  complain.mockReset();
  rmSync(file, { force: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('a description is written where there is none', async () => {
  expect(await run()).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(today);
  expect(await run('--check')).toBe(0);
});

test('an addition is written', async () => {
  writeFileSync(file, today.replace('"summary": "The open jobs",', ''));

  expect(await run('--check')).toBe(1);
  expect(complain).toHaveBeenLastCalledWith(expect.stringContaining('run npm run openapi'));
  expect(await run()).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(today);
});

test('a change that breaks a client is told and not written', async () => {
  const released = today.replaceAll('job_title', 'position');
  writeFileSync(file, released);

  expect(await run()).toBe(1);
  expect(complain).toHaveBeenCalledWith('  Founder.position was removed or renamed.');
  expect(readFileSync(file, 'utf8')).toBe(released);
});

test('--check writes nothing', async () => {
  writeFileSync(file, '{}');

  expect(await run('--check')).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe('{}');
});
