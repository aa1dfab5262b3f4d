import { databases, takeReaderRole } from '../support/database/databases.ts';
import { PortalDatabase, READER, READER_FILE } from './portal-database.ts';

let portal: PortalDatabase;
let giveBackRole: () => Promise<void>;

describe.each(databases())('on $name', ({ open }) => {
  beforeAll(async () => {
    giveBackRole = await takeReaderRole();
    portal = await PortalDatabase.open(open);
    await portal.apply([READER_FILE]);
    await portal.run('select portal.load_test_data(3)');
  });

  afterAll(async () => {
    await portal.close();
    await giveBackRole();
  });

  test.each(['startups', 'founders', 'jobs'])('reads directory.%s', async (view) => {
    const count = await asReader(`select count(*) from directory.${view}`);

    expect(Number(count[0])).toBeGreaterThan(0);
  });

  test.each([
    'select email from portal.founders',
    'select 1 from portal.startups',
    'select portal.load_test_data()',
    'select * from pg_catalog.pg_authid',
    'select * from pg_catalog.pg_statistic',
    'select slug from directory.portfolio',
    'select name from directory.members',
    'table directory.white_space',
    'create table directory.loot (email text)',
    'create table public.loot (email text)',
    'create temporary table loot (email text)',
    'create schema loot',
    'create view directory.loot as select 1',
    `create function directory.loot() returns integer language sql as 'select 1'`,
    'create role another',
    'alter role directory_reader createrole',
    `copy directory.founders to program 'cat'`,
    `copy directory.founders to '/tmp/loot'`,
    `select pg_read_file('/etc/passwd')`,
    'select lo_create(0)',
    `select lo_from_bytea(0, 'x')`,
    'alter system set jit = on',
    'drop view directory.jobs',
    'alter view directory.jobs owner to directory_reader',
    'comment on view directory.jobs is $$x$$',
    'vacuum portal.startups',
  ])('is refused: %s', async (sql) => {
    // 42501 is insufficient_privilege; some commands are refused to all but owners, with the same code.
    await expect(asReader(sql)).rejects.toMatchObject({ sqlState: '42501' });
  });

  test.each(['startups', 'founders', 'jobs'])(
    'learns nothing of a hidden row of directory.%s from a condition that fails on it',
    async (view) => {
      const hidden = await portal.column(
        `select id from portal.${view} except select id from directory.${view}`,
      );
      const ids = hidden.map((id) => `'${String(id)}'`).join(', ');
      const isShown = `1 / (case when id::text in (${ids}) then 0 else 1 end) = 1`;

      expect(hidden.length).toBeGreaterThan(0);
      const [count] = await asReader(`select count(*) from directory.${view} where ${isShown}`);
      expect(Number(count)).toBeGreaterThan(0);
    },
  );

  test('may select from three views and from nothing else outside the system catalogs', async () => {
    const granted = await portal.column(`
    select oid::regclass::text
    from pg_class
    where relkind in ('r', 'v', 'm', 'p', 'f')
      and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and has_schema_privilege('${READER}', relnamespace, 'usage')
      and has_table_privilege('${READER}', oid, 'select')
    order by 1`);

    expect(granted).toEqual(['directory.founders', 'directory.jobs', 'directory.startups']);
  });

  test('may call no function outside the system catalogs', async () => {
    const callable = await portal.column(`
    select oid::regprocedure::text
    from pg_proc
    where pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and has_function_privilege('${READER}', oid, 'execute')`);

    expect(callable).toEqual([]);
  });

  test('is a member of no role', async () => {
    const roles = await portal.column(
      `select rolname from pg_roles where rolname <> '${READER}' and pg_has_role('${READER}', oid, 'member')`,
    );

    expect(roles).toEqual([]);
  });

  test('logs in with settings that keep mistakes small', async () => {
    const settings = await portal.column(`
    select unnest(setconfig) from pg_db_role_setting where setrole = '${READER}'::regrole order by 1`);

    expect(settings).toEqual([
      'default_transaction_read_only=on',
      'idle_in_transaction_session_timeout=30s',
      'jit=off',
      'lock_timeout=2s',
      'search_path=""',
      'statement_timeout=10s',
    ]);
  });

  test('keeps its login and its password when everything is applied again', async () => {
    const stored = `select rolcanlogin || ' ' || rolpassword from pg_authid where rolname = '${READER}'`;
    await portal.run(`alter role ${READER} login password 'invented'`);
    const before = await portal.column(stored);

    await portal.apply([READER_FILE]);
    const after = await portal.column(stored);
    await portal.run(`alter role ${READER} nologin password null`);

    expect(before[0]).toMatch(/^true SCRAM-SHA-256/);
    expect(after).toEqual(before);
  });

  test.each([
    [`alter role ${READER} createdb`, `alter role ${READER} nocreatedb`, /attributes/],
    [`grant pg_monitor to ${READER}`, `revoke pg_monitor from ${READER}`, /member of another role/],
  ])('is refused as a reader after: %s', async (more, less, message) => {
    await portal.run(more);
    const applied = portal.apply([READER_FILE]);
    await expect(applied).rejects.toThrow(message);
    await portal.run(less);

    await expect(portal.apply([READER_FILE])).resolves.toBeUndefined();
  });

  test('loses a grant that somebody added', async () => {
    await portal.run(`grant update, delete on directory.startups to ${READER}`);

    await portal.apply([READER_FILE]);

    const granted = await portal.column(
      `select has_table_privilege('${READER}', 'directory.startups', 'update, delete')`,
    );
    expect(granted).toEqual(['f']);
  });
});

async function asReader(sql: string) {
  return portal.column(sql, { role: READER });
}
