import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { keepDescription } from '../../tools/openapi/keep-description.ts';
import { publishedDescription } from '../../tools/openapi/published-description.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'description-'));
const file = path.join(folder, 'openapi.json');
const today = `${JSON.stringify(publishedDescription(), undefined, 2)}\n`;
const log = jest.fn();
const error = jest.fn();

beforeEach(() => {
  log.mockReset();
  error.mockReset();
  jest.spyOn(console, 'log').mockImplementation(log);
  jest.spyOn(console, 'error').mockImplementation(error);
  rmSync(file, { force: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('a description is written where there is none', () => {
  expect(keepDescription(file, [])).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(today);
  expect(keepDescription(file, ['--check'])).toBe(0);
});

test('an addition is written', () => {
  writeFileSync(file, today.replace('"summary": "The open jobs",', ''));

  expect(keepDescription(file, ['--check'])).toBe(1);
  expect(error).toHaveBeenLastCalledWith(expect.stringContaining('run npm run openapi'));
  expect(keepDescription(file, [])).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(today);
});

test('a change that breaks a client is told and not written', () => {
  const released = today.replaceAll('job_title', 'position');
  writeFileSync(file, released);

  expect(keepDescription(file, [])).toBe(1);
  expect(error).toHaveBeenCalledWith('  Founder.position was removed or renamed.');
  expect(readFileSync(file, 'utf8')).toBe(released);
});

test('--check writes nothing', () => {
  writeFileSync(file, '{}');

  expect(keepDescription(file, ['--check'])).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe('{}');
});

test('another option is refused', () => {
  expect(keepDescription(file, ['--force'])).toBe(2);
});
