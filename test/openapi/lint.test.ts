import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { published } from '../support/openapi/published.ts';

const root = path.join(__dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'lint-'));
const file = path.join(folder, 'openapi.json');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

type Json = Record<string, unknown>;

/** What `npm run lint:api` does, with a description that has this in the place of something else. */
function lint(change: (description: Json) => void): { status: number | null; said: string } {
  const description = JSON.parse(JSON.stringify(published)) as Json;
  change(description);
  writeFileSync(file, JSON.stringify(description, undefined, 2));
  const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [redocly, 'lint', file], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return { status, said: stdout + stderr };
}

function at(description: Json, ...names: string[]): Json {
  let node = description;
  for (const name of names) node = node[name] as Json;
  return node;
}

test('the description satisfies the strict rules', () => {
  const { status, said } = lint(() => undefined);

  expect(said).toContain('is valid');
  expect(said).not.toMatch(/warning was|warnings were|error was/iu);
  expect(status).toBe(0);
});

test.each<[string, (description: Json) => void, string]>([
  [
    'an operation without a name',
    (description) => delete at(description, 'paths', '/jobs', 'get')['operationId'],
    'operation-operationId',
  ],
  [
    'an operation without a summary',
    (description) => delete at(description, 'paths', '/jobs', 'get')['summary'],
    'operation-summary',
  ],
  [
    'an answer without a description',
    (description) =>
      delete at(description, 'components', 'responses', 'NotModified')['description'],
    'struct',
  ],
  [
    'a tag without a description',
    (description) => delete (description['tags'] as Json[])[0]?.['description'],
    'tag-description',
  ],
  [
    'a reference to nothing',
    (description) => delete at(description, 'components', 'schemas')['Enrollment'],
    'no-unresolved-refs',
  ],
  [
    'an example that its schema refuses',
    (description) =>
      (at(description, 'components', 'schemas', 'Startup', 'properties', 'name')['type'] =
        'integer'),
    'no-invalid-media-type-examples',
  ],
  [
    'a part that nothing uses',
    (description) => (at(description, 'components', 'schemas')['Unused'] = { type: 'string' }),
    'no-unused-components',
  ],
])('%s is refused', (_, plant, rule) => {
  const { status, said } = lint(plant);

  expect(said).toContain(rule);
  expect(status).toBe(1);
});
