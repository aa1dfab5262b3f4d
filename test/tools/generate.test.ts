/** `npm run generate`: what it writes, and what `--check` says. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { exitCodeOf } from '../../tools/command.ts';
import { committedDescription, fixtureTexts, generate, listsIn } from '../../tools/generate.ts';
import { openCopiedDatabase } from '../support/database/databases.ts';
import { published } from '../support/openapi/published.ts';

test('client/fixtures and docs/openapi.json are up to date; if not, run npm run generate and commit them', async () => {
  const database = await openCopiedDatabase();
  const lists = await listsIn(database);
  await database.close();

  for (const [file, text] of fixtureTexts(lists)) expect(readFileSync(file, 'utf8')).toBe(text);
  expect(published).toEqual(JSON.parse(JSON.stringify(committedDescription(lists))));
});

describe('the command', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'generated-'));
  const file = path.join(folder, 'made.json');
  const run = async (...args: string[]) =>
    exitCodeOf(
      generate(async () => Promise.resolve(new Map([[file, 'today']]))),
      args,
    );
  const said: unknown[] = [];
  beforeEach(() => {
    said.splice(0);
    for (const stream of ['log', 'error'] as const) {
      jest.spyOn(console, stream).mockImplementation((...line: unknown[]) => {
        said.push(...line);
      });
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test.each([undefined, 'yesterday'])('writes what is not up to date: %s', async (before) => {
    rmSync(file, { force: true });
    if (before !== undefined) writeFileSync(file, before);

    expect(await run('--check')).toBe(1);
    expect(said).toEqual([expect.stringMatching(/made\.json is not .*: run npm run generate/u)]);
    expect(await run()).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('today');
    expect(await run('--check')).toBe(0);
  });
});
