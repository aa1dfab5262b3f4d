/** Makes both changes of `docs/extending.md` in copies of the repository, and holds its tables against what is named there. */

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { CopiedTree } from '../planted/copied-tree.ts';
import { withBug } from '../planted/planted-bug.ts';

/** Two type checks of everything, and a service that is started. */
const LONGEST_MS = 600_000;

const root = path.join(__dirname, '../..');

/** In `file`, or as a file of its own where there is nothing to find. */
interface Edit {
  readonly file: string;
  readonly find?: string;
  readonly replace: string;
}

const isCi = process.env['CI'] === 'true';
if (!isCi)
  process.stderr.write('Skipped: extending a copy of the repository, which only CI does\n');

const trees: CopiedTree[] = [];
afterAll(async () => Promise.all(trees.map(async (tree) => tree.remove())));

(isCi ? describe : describe.skip)('docs/extending.md', () => {
  it(
    'names every file of a new nullable field, and with them all is well again',
    async () => {
      const folder = await copyWith(FIELD);
      expect(unnamed('A new nullable field', await complaints(folder))).toEqual([]);

      change(folder, REST_OF_FIELD);
      for (const script of ['local/write-fixtures.ts', 'bundling/client.ts', 'tools/openapi.ts']) {
        await node(folder, ['--import', 'tsx', script]);
      }

      expect(filesOf('A new nullable field', ['you', 'compiler', 'test', 'later'])).toEqual(
        expect.arrayContaining([...FIELD, ...REST_OF_FIELD].map(({ file }) => file)) as unknown,
      );
      expect(await complaints(folder)).toBe('');
    },
    LONGEST_MS,
  );

  it(
    'names every file of a fourth directory',
    async () => {
      const folder = await copyWith(DIRECTORY);

      expect(unnamed('A fourth directory', await complaints(folder))).toEqual([]);
    },
    LONGEST_MS,
  );
});

const FIELD: readonly Edit[] = [
  {
    file: 'contract/startup.ts',
    find: "  }),\n  v.title('Startup'),",
    replace:
      "    tagline: v.pipe(v.nullable(text), v.description('A few words below the name.')),\n  }),\n  v.title('Startup'),",
  },
];

const REST_OF_FIELD: readonly Edit[] = [
  {
    file: 'test/contract/records.test.ts',
    find: 'website_url? linkedin_url?',
    replace: 'website_url? linkedin_url? tagline?',
  },
  {
    file: 'test/support/records/records.ts',
    find: "    website_url: 'https://startup.example.com/',",
    replace: "    tagline: null,\n    website_url: 'https://startup.example.com/',",
  },
  {
    file: 'test/properties/generated/records.ts',
    find: '  website_url: orNull(address),',
    replace: '  tagline: orNull(anyText),\n  website_url: orNull(address),',
  },
  {
    file: 'db/directory/startups.sql',
    find: '  s.linkedin_url\n',
    replace: '  s.linkedin_url,\n  s.tagline\n',
  },
  {
    file: 'db/directory/portfolio.sql',
    find: ' as is_active\n',
    replace: " as is_active,\n  nullif(btrim(s.tagline, spaces.characters), '') as tagline\n",
  },
  {
    file: 'db/portal/migrations/003-taglines.sql',
    replace: 'alter table portal.startups add tagline text;\n',
  },
  {
    file: 'db/portal/test-data.sql',
    find: 'product_stage,\n    created_at\n',
    replace: 'product_stage,\n    created_at, tagline\n',
  },
  {
    file: 'db/portal/test-data.sql',
    find: "pick % 1000000 * interval '1 microsecond'\n  from portal.test_slots(listed_startups)",
    replace:
      "pick % 1000000 * interval '1 microsecond',\n    portal.test_value('Tagline ' || slot.number, special.emptied)\n  from portal.test_slots(listed_startups)",
  },
  {
    file: 'page/explorer/startup-page.tsx',
    find: '          <Title>{name}</Title>',
    replace: '          <Title>{name}</Title>\n          {startup.tagline}',
  },
  {
    file: 'page/documentation/guide.tsx',
    find: "    what: 'A description",
    replace: "    what: 'Startups have a `tagline`. A description",
  },
];

const DIRECTORY: readonly Edit[] = [
  {
    file: 'contract/event.ts',
    replace: `import * as v from 'valibot';
import { dateTime, name, uuid } from './fields.ts';

export const Event = v.pipe(
  v.object({
    id: v.pipe(uuid, v.description('Identifier of the event.')),
    startup_id: v.pipe(uuid, v.description('The \`id\` of a startup.')),
    title: v.pipe(name, v.description('Title of the event.')),
    starts_at: v.pipe(v.nullable(dateTime), v.description('When the event begins.')),
  }),
  v.title('Event'),
  v.description('A published event of an active startup.'),
);
`,
  },
  {
    file: 'contract/paths.ts',
    find: "  jobs: '/v1/jobs',",
    replace: "  jobs: '/v1/jobs',\n  events: '/v1/events',",
  },
  {
    file: 'contract/directories.ts',
    find: '} as const;',
    replace:
      "  events: { name: 'events', path: paths.events, record: Event, unique: [], mayShrink: true },\n} as const;",
  },
  {
    file: 'contract/directories.ts',
    find: "import { Job } from './job.ts';",
    replace: "import { Event } from './event.ts';\nimport { Job } from './job.ts';",
  },
];

async function copyWith(edits: readonly Edit[]): Promise<string> {
  const tree = await CopiedTree.of(root);
  trees.push(tree);
  change(tree.folder, edits);
  return tree.folder;
}

function change(folder: string, edits: readonly Edit[]): void {
  for (const { file, find, replace } of edits) {
    const whole = path.join(folder, file);
    mkdirSync(path.dirname(whole), { recursive: true });
    const text =
      find === undefined
        ? replace
        : withBug(readFileSync(whole, 'utf8'), { name: 'an edit', file, find, replace, tests: [] });
    writeFileSync(whole, text);
  }
}

/** What the compiler says, and the names of the tests that fail with the files in which they are. */
async function complaints(folder: string): Promise<string> {
  const tsc = 'node_modules/typescript/bin/tsc';
  const jest = ['node_modules/jest/bin/jest.js', '--config', 'test/extending/jest.config.js'];
  const said = await Promise.all([
    node(folder, [tsc, '--pretty', 'false']),
    node(folder, [tsc, '--pretty', 'false', '--project', 'page']),
    node(folder, [...jest, '--silent', '--ci']),
  ]);
  return said
    .join('\n')
    .split('\n')
    .filter((line) => /error TS|^FAIL |^ {2}● /u.test(line))
    .join('\n');
}

/** What it prints, however it ends. */
async function node(folder: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: Infinity }, (_, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
}

/** The files that the compiler or a test has to name, and that nothing names. */
function unnamed(section: string, said: string): readonly string[] {
  const files = filesOf(section, ['compiler', 'test']);
  expect(files.length).toBeGreaterThan(5);
  return files.filter((file) => !said.includes(file));
}

function filesOf(section: string, namedBy: readonly string[]): readonly string[] {
  const page = readFileSync(path.join(root, 'docs/extending.md'), 'utf8');
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const [table = ''] = text.split('\n## ');
  return table.split('\n').flatMap((line) => {
    const [, file, by = ''] = /^\| `([^`]+)` .*\| (\w+) *\|$/u.exec(line) ?? [];
    return file !== undefined && namedBy.includes(by) ? [file] : [];
  });
}
