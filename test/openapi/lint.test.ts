/** That Redocly's rules are as strict as they are meant to be: in CI. `npm run check` applies them to the description. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { root } from '../../lib/esbuild.ts';
import { published } from '../support/openapi/published.ts';

type Json = Record<string, unknown>;

/** What is planted in the description, by the rule that refuses it. */
const planted: Readonly<Record<string, (description: Json) => unknown>> = {
  'operation-operationId': (description) =>
    delete at(description, 'paths', '/jobs', 'get')['operationId'],
  'operation-summary': (description) => delete at(description, 'paths', '/jobs', 'get')['summary'],
  struct: (description) =>
    delete at(description, 'components', 'responses', 'NotModified')['description'],
  'tag-description': (description) => delete (description['tags'] as Json[])[0]?.['description'],
  'no-unresolved-refs': (description) =>
    delete at(description, 'components', 'schemas')['Enrollment'],
  'no-invalid-media-type-examples': (description) =>
    (at(description, 'components', 'schemas', 'Startup', 'properties', 'name')['type'] = 'integer'),
  'no-unused-components': (description) =>
    (at(description, 'components', 'schemas')['Unused'] = { type: 'string' }),
};
const rules = Object.keys(planted);

(process.env['CI'] === 'true' ? describe : describe.skip)('the linter', () => {
  /** What it says of the description as it is and with each of these planted: one process reads them all. */
  let lines: readonly string[];
  beforeAll(() => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lint-'));
    const files = ['nothing', ...rules].map((rule) => {
      const description = structuredClone(published) as unknown as Json;
      planted[rule]?.(description);
      const file = path.join(folder, `${rule}.json`);
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

  function problemsOf(name: string): readonly string[] {
    expect(lines.join('\n')).toContain(`${name}.json: validated`);
    return lines.filter((line) => line.startsWith('::') && line.includes(`/${name}.json,`));
  }

  test('has nothing to say of the description as it is', () => {
    expect(problemsOf('nothing')).toEqual([]);
  });

  test.each(rules)('refuses what breaks the rule %s', (rule) => {
    expect(problemsOf(rule).join('\n')).toContain(`::error title=${rule},`);
  });
});

function at(description: Json, ...names: string[]): Json {
  let node = description;
  for (const name of names) node = node[name] as Json;
  return node;
}
