import { readFileSync } from 'node:fs';
import path from 'node:path';

import * as v from 'valibot';

const root = path.join(__dirname, '../..');

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** What the compiler is told of, and the page, which it is told of apart. */
const { include } = v.parse(
  v.object({ include: v.array(v.string()) }),
  JSON.parse(textOf('tsconfig.json')),
);
const folders = [...include, 'page'];

/** What the table of folders says that a folder may import of the others. */
const documented = new Map(
  [...textOf('docs/architecture.md').matchAll(/^\| `(\w+)\/` .*\| ([^|]*)\|$/gmu)].map(
    ([, folder = '', imports = '']) => [
      folder,
      [...imports.matchAll(/`(\w+)`/gu)].map(([, name = '']) => name).toSorted(),
    ],
  ),
);

const Settings = v.object({
  overrides: v.array(
    v.object({ files: v.array(v.string()), rules: v.record(v.string(), v.unknown()) }),
  ),
});

const Rule = v.tuple([
  v.literal('error'),
  v.object({ patterns: v.array(v.object({ group: v.optional(v.array(v.string()), []) })) }),
]);

const { overrides } = v.parse(Settings, JSON.parse(textOf('.oxlintrc.json')));

describe.each(folders.filter((folder) => folder !== 'test' && folder !== 'client'))(
  'the folder %s/',
  (folder) => {
    it('may import what docs/architecture.md says, and lint refuses every other folder', () => {
      const rule = overrides
        .filter(({ files }) => files.includes(`${folder}/**`))
        .map(({ rules: each }) => each['no-restricted-imports'])
        .find((each) => each !== undefined);
      const patterns = v.parse(Rule, rule)[1].patterns.flatMap(({ group }) => group);
      const refused = new Set(
        patterns.flatMap((pattern) => /^\.\.\/\*\*\/(\w+)\/\*\*$/u.exec(pattern)?.[1] ?? []),
      );

      const allowed = folders.filter((other) => other !== folder && !refused.has(other));
      expect(allowed.toSorted()).toEqual(documented.get(folder));
    });
  },
);
