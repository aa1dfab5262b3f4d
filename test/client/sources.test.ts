import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { recordsSource } from '../../bundling/client.ts';
import { root } from '../../bundling/esbuild.ts';

const run = promisify(execFile);

describe('npm run client', () => {
  const command = ['--import', 'tsx', 'bundling/make-client.ts'];

  it('finds nothing to change; if it does, run it and commit what it wrote', async () => {
    const { stdout } = await run(process.execPath, [...command, '--check'], { cwd: root });
    expect(stdout).toBe('The client is up to date.\n');
  });
});

describe("the client's source", () => {
  const plain = {
    name: 'field',
    description: '',
    kind: 'string',
    format: undefined,
    isArray: false,
    isNullable: false,
  };
  const sourceWith = (field: Partial<typeof plain>) =>
    recordsSource([
      { name: 'Whole', description: '', fields: [{ ...plain, ...field }] },
      { name: 'Part', description: '', fields: [plain] },
    ]);

  it.each([
    [{ kind: 'integer' }, 'integer', 'number'],
    [{ kind: 'boolean' }, 'boolean', 'boolean'],
    [{ isNullable: true }, 'string or null', 'string | null'],
    [{ isArray: true }, 'array of string', 'readonly string[]'],
    [{ kind: 'Part' }, 'Part', 'Part'],
    [{ kind: 'Part', isNullable: true }, 'Part or null', 'Part | null'],
    [
      { kind: 'Part', isArray: true, isNullable: true },
      'array of Part or null',
      'readonly Part[] | null',
    ],
  ])('has a check and a type for a field with %j', (field, expected, type) => {
    const source = sourceWith(field);

    expect(source).toContain(`"Whole":{"field":"${expected}"}`);
    expect(source).toContain(`export interface Whole {\nreadonly field: ${type};`);
  });

  it('has no comment that a description could end', () => {
    expect(sourceWith({ description: 'a */ b' })).toContain('/** a *\\/ b */');
  });
});
