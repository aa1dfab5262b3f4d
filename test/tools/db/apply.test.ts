import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { db } from '../../../tools/db.ts';
import { databases, takeReaderRole } from '../../support/database/databases.ts';
import { applyTarget, runDb } from '../../support/db-command.ts';
import {
  LocalSetUp,
  makePortalTables,
  PASSWORD,
  sqlFolder,
} from '../../support/database/local-set-up.ts';

const OPEN_LIMIT_MS = 60_000;

describe.each(databases())('on $name', ({ open }) => {
  let local: LocalSetUp;
  let giveBackRole: () => Promise<void>;
  let folder: string;
  beforeAll(async () => {
    local = await LocalSetUp.open(open);
    folder = await mkdtemp(path.join(tmpdir(), 'db-'));
  }, OPEN_LIMIT_MS);
  beforeEach(async () => {
    giveBackRole = await takeReaderRole();
    await cp(sqlFolder, folder, { recursive: true });
    await local.database.runScript('DROP SCHEMA IF EXISTS directory, portal CASCADE');
    await makePortalTables(local.database);
    await local.database.runScript(
      `INSERT INTO portal.startups (slug, name) VALUES ('real', 'Real')`,
    );
    local.forget();
  });
  afterEach(async () => giveBackRole());
  afterAll(async () => {
    await local.close();
    await rm(folder, { recursive: true });
  });

  const apply = async (...more: string[]) =>
    runDb(local, ['apply', ...applyTarget, ...more], { folder });

  const edit = async (file: string, from: string | RegExp, to: string): Promise<void> => {
    const name = path.join(folder, file);
    const before = await readFile(name, 'utf8');
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    await writeFile(name, after);
  };

  const hasDirectory = async () =>
    (await local.value(`SELECT to_regnamespace('directory') IS NOT NULL`)) === 't';

  test('it applies the directory, tells its progress, and checks', async () => {
    const { code, output, complaint } = await apply();

    expect(output.split('\n')).toEqual([
      ...['schema', 'portfolio', 'jobs', 'startups', 'founders', 'reader'].map((name): unknown =>
        expect.stringMatching(`^directory/${name}\\.sql: `),
      ),
      'directory_reader: logs in with the password of its secret',
      'Committed.',
      ...['.startups', '.founders', '.jobs', '_reader'].map((name): unknown =>
        expect.stringMatching(`^ok {4}directory${name} `),
      ),
      '',
      'The database gives the service what it needs',
    ]);
    expect([code, complaint]).toEqual([0, '']);
    expect(output).not.toContain(PASSWORD);
  });

  test('as a process it finds credentials and endpoints in the environment, and the region in the ARNs; a second time changes nothing', async () => {
    const permissions = `SELECT coalesce(datacl::text, 'default') FROM pg_database WHERE datname = current_database()`;
    const before = await local.value(permissions);
    jest.replaceProperty(process, 'env', {
      HOME: '/nonexistent',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_RDS_DATA: local.api.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: local.secrets.url,
    });
    const again = async () => runDb(local, ['apply', ...applyTarget], db.dependencies?.());

    expect([(await again()).code, (await again()).code]).toEqual([0, 0]);

    // What is the portal's own stays as it was.
    expect(await local.value('SELECT name FROM portal.startups')).toBe('Real');
    expect(await local.value(`SELECT to_regproc('portal.load_test_data') IS NULL`)).toBe('t');
    expect(await local.value(permissions)).toBe(before);
  });

  test('views that do not keep the contract are applied as the folder has them, and the check says so', async () => {
    await edit('directory/portfolio.sql', 'where exists (', 'where false and exists (');
    await edit(
      'directory/jobs.sql',
      's.team_size as startup_team_size',
      's.team_size::text as startup_team_size',
    );

    const { code, output } = await apply();

    expect(code).toBe(1);
    expect(output).toContain('Committed.');
    expect(output).toContain(
      'FAIL  directory.jobs      the column "startup_team_size" is text and may be smallint, integer or bigint',
    );
    expect(
      await local.value(`SELECT pg_get_viewdef('directory.members'::regclass) ~* 'false and'`),
    ).toBe('t');
  });

  test('a statement that fails undoes all of it and is named with its file', async () => {
    await edit('directory/founders.sql', 'f.job_title', 'f.role');

    const { code, complaint } = await apply();

    expect(code).toBe(1);
    expect(complaint).toMatch(
      /^directory\/founders\.sql, at "create or replace view directory\.founders [^"]*": ERROR: column f\.role does not exist .*SQLState: 42703\.$/u,
    );
    expect(await hasDirectory()).toBe(false);
  });

  test('a secret of somebody else stops it before anything is done', async () => {
    local.holdPassword('x', 'postgres');

    const { code, complaint } = await apply();
    local.holdPassword();

    expect(code).toBe(1);
    expect(complaint).toMatch(
      /belongs to the user postgres and not to directory_reader: name the/u,
    );
    expect(local.calls).toEqual([]);
  });

  test('--dry-run prints the statements as a script that runs, and asks nobody', async () => {
    const { code, output } = await apply('--dry-run');

    expect(code).toBe(0);
    expect(output).toMatch(/^begin;\n\n-- directory\/schema\.sql\n\ncreate schema if not exists/u);
    expect(output).toMatch(/;\n\ncommit;$/u);
    expect(output).not.toContain('portal/migrations');
    expect(local.calls).toEqual([]);
    expect(await hasDirectory()).toBe(false);

    const script = output.replace(/alter role directory_reader login password '[^']*';/u, '');
    await local.database.runScript(script);
    expect(await local.value('SELECT count(*) FROM directory.jobs')).toBe('0');
  });
});
