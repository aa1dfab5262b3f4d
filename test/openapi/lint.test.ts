import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { root } from '../../bundling/esbuild.ts';
import { published } from '../support/openapi/published.ts';

type Json = Record<string, unknown>;

/** What is planted in the description, and the rule that refuses it. */
const planted: readonly (readonly [string, (description: Json) => unknown, string])[] = [
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
];

/** The lines of `npm run lint:api`, of the description as it is and with each of these planted: one process reads them all. */
let lines: readonly string[];
beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lint-'));
  const files = [() => undefined, ...planted.map(([, plant]) => plant)].map((plant, index) => {
    const description = structuredClone(published) as unknown as Json;
    plant(description);
    const file = path.join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(description));
    return file;
  });
  const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const args = [redocly, 'lint', ...files, '--format=github-actions'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  rmSync(folder, { recursive: true });
  lines = (stdout + stderr).split('\n');
});

function problemsOf(index: number): readonly string[] {
  expect(lines.join('\n')).toContain(`${index}.json: validated`);
  return lines.filter((line) => line.startsWith('::') && line.includes(`/${index}.json,`));
}

test('the description satisfies the strict rules', () => {
  expect(problemsOf(0)).toEqual([]);
});

test.each(planted.map(([what, , rule], index) => ({ what, rule, index: index + 1 })))(
  '$what is refused',
  ({ rule, index }) => {
    expect(problemsOf(index).join('\n')).toContain(`::error title=${rule},`);
  },
);

function at(description: Json, ...names: string[]): Json {
  let node = description;
  for (const name of names) node = node[name] as Json;
  return node;
}
