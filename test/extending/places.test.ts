/**
 * Names the places that know each directory or each field in words of their own and that the compiler cannot name: SQL, JSON,
 * Markdown, and code that would only leave a new one out. `docs/extending.md` walks both changes.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import * as v from 'valibot';

import { allDirectories } from '../../contract/directories.ts';
import { Founder } from '../../contract/founder.ts';
import { Enrollment } from '../../contract/startup.ts';
import { founder } from '../support/records/records.ts';

const root = path.join(__dirname, '../..');

const directories = allDirectories.map(({ name, record }) => ({
  name,
  record: v.getTitle(record) ?? '',
  fields: Object.keys(record.entries),
  schema: record,
}));

const records = [
  ...directories,
  { name: 'startups', record: 'Enrollment', fields: Object.keys(Enrollment.entries) },
] as const;

describe.each(directories)('the directory $name', ({ name, record }) => {
  // The text is how the place knows the directory: a file without it has been forgotten.
  it.each([
    [`lambda/${name}.ts`, 'directories.'],
    [`db/directory/${name}.sql`, `view directory.${name} `],
    ['db/directory/reader.sql', `directory.${name}`],
    ['deploy/database/sql-files.ts', `directory/${name}.sql`],
    ['db/portal/test-data.sql', `portal.${name}`],
    ['deploy/database/set-up.ts', `'${name}'`],
    ['bundling/schemas.ts', ` ${record},`],
    ['client/src/directory.ts', `${name}(options?: CallOptions): Promise<List<${record}>>`],
    ['client/src/index.ts', record],
    ['client/README.md', name],
    [`client/fixtures/${name}.json`, '"id":'],
    ['page/explorer/route.ts', `'${name}'`],
    ['page/explorer/explorer.tsx', `'${name}'`],
    ['tools/db/check.ts', name],
    ['tools/verify/checks/records.ts', name],
    ['docs/openapi.json', `"/${name}"`],
    ['README.md', `/v1/${name}`],
    ['test/client/types.test.ts', `client.${record},`],
  ])('is in %s', (file, text) => {
    expect(textOf(file)).toContain(text);
  });

  it('is in the changelog of page/documentation/guide.tsx', () => {
    expect(changelog).toContain(name);
  });
});

describe.each(records)('every field of $record', ({ name, record, fields }) => {
  it(`is a column of db/directory/${name}.sql`, () => {
    const sql = textOf(`db/directory/${name}.sql`);

    expect(fields.filter((field) => !hasWord(sql, field))).toEqual([]);
  });

  it('is in both tables of client/src/records.ts, which npm run client writes', () => {
    const known = [`interface ${record} {`, `\n  ${record}: {`].map((start) =>
      part('client/src/records.ts', start, '}'),
    );

    expect(fields.filter((field) => !known.every((text) => hasWord(text, field)))).toEqual([]);
  });

  it('is in docs/openapi.json, which npm run openapi writes', () => {
    const { components } = v.parse(Description, JSON.parse(textOf('docs/openapi.json')));

    expect(Object.keys(components.schemas[record]?.properties ?? {})).toEqual(fields);
  });

  it(`has a value in client/fixtures/${name}.json, which npm run fixtures makes of db/portal/test-data.sql`, () => {
    const list = v.parse(List, JSON.parse(textOf(`client/fixtures/${name}.json`)));
    const shown = record === 'Enrollment' ? list.flatMap(enrollmentsOf) : list;

    expect(fields.filter((field) => !shown.some((one) => (one[field] ?? null) !== null))).toEqual([]); // prettier-ignore
  });

  it('is shown by page/explorer/startup-page.tsx, founder-list.tsx or job-list.tsx, or is named here', () => {
    expect(fields.filter((field) => !hasWord(page, field))).toEqual(NOT_SHOWN[record] ?? []);
  });

  it('is in the changelog of page/documentation/guide.tsx if 1.0.0 did not have it', () => {
    const released = FIRST_RELEASE[record]?.split(' ') ?? [];
    const added = fields.filter((field) => !released.includes(field));

    expect(added.filter((field) => !hasWord(changelog, field))).toEqual([]);
  });
});

it('every field of a founder is searched for contacts by contract/founder.ts, or is not typed by him', () => {
  const published = Object.keys(Founder.entries).filter((field) =>
    ['ada@example.org', 'https://example.com/?to=ada@example.org'].some((contact) =>
      v.is(Founder, { ...founder(1), [field]: contact }),
    ),
  );

  // What the startups directory publishes as well.
  expect(published).toEqual(['startup_name', 'startup_logo_url']);
});

/** The explorer shows the startup itself beside its founders and jobs. */
const NOT_SHOWN: Readonly<Record<string, readonly string[]>> = {
  Founder: ['startup_slug'],
  Job: ['startup_blurb', 'startup_team_size', 'startup_product_stage'],
};

const FIRST_RELEASE: Readonly<Record<string, string>> = {
  Startup:
    'id slug name industry created_at open_jobs_count enrollments blurb description logo_url website_url linkedin_url',
  Enrollment: 'status graduated accepted_date ended_date program_name cohort_name',
  Founder:
    'id startup_id first_name last_name job_title linkedin_url avatar_url startup_name startup_logo_url startup_slug',
  Job: 'id startup_id title job_type role_category work_arrangement experience_level external_url location_regions location_cities expires_at created_at startup_name startup_logo_url startup_blurb startup_industry startup_team_size startup_product_stage',
};

const Description = v.object({
  components: v.object({
    schemas: v.record(v.string(), v.object({ properties: v.record(v.string(), v.unknown()) })),
  }),
});

type Shown = Readonly<Record<string, unknown>>;

const List = v.array(v.record(v.string(), v.unknown()));

const page = readdirSync(path.join(root, 'page/explorer'))
  .map((file) => `page/explorer/${file}`)
  .concat('page/text.ts')
  .map(textOf)
  .join('\n');

const changelog = part('page/documentation/guide.tsx', 'const changelog = [', '];');

function enrollmentsOf({ enrollments }: Shown): readonly Shown[] {
  return v.parse(List, enrollments);
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(String.raw`\b${word}\b`, 'u').test(text);
}

/** What is between two texts of a file; empty where it does not have the first. */
function part(file: string, start: string, end: string): string {
  const [, after = ''] = textOf(file).split(start);
  return after.slice(0, after.indexOf(end));
}

/** Empty where there is none, so that a test can say what is missing. */
function textOf(file: string): string {
  const whole = path.join(root, file);
  return existsSync(whole) ? readFileSync(whole, 'utf8') : '';
}
