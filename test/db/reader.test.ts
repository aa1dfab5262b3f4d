/** What the reader may do in a database of this project's own: read three views. */

import { allDirectories } from '../../contract/directories.ts';
import { READER } from '../../lambda/deploy/database/reader-login.ts';
import { type LocalDatabase, type Session, SqlError } from '../../local/database/local-database.ts';
import { openDatabase } from '../../local/database/open-database.ts';
import { databases, takeReaderRole } from '../support/database/databases.ts';
import { PortalDatabase, READER_FILE } from './portal-database.ts';
import { ALLOWED_TO_ALL } from './refused/allowed-to-all.ts';
import { readCatalog } from './refused/catalog.ts';
import { statementsOnData } from './refused/on-data.ts';
import { statementsOnObjects } from './refused/on-objects.ts';
import { statementsOnServer } from './refused/on-server.ts';
import { stateOf } from './refused/state-of.ts';

const REFUSED_AT_LEAST = 300;
const MISSING_RIGHT = /^42501 /u;

/** Refusals that PostgreSQL decides before it looks at permissions. Who has all permissions gets the same answer. */
const REFUSED_OTHERWISE = [
  // No view of two tables can be written to.
  /^(?:55000 cannot (?:insert into|update|delete from)|0A000 cannot execute MERGE) /u,
  // This server does not have it.
  /^0A000 extension ".*" is not available$/u,
  /^42704 language ".*" does not exist$/u,
];

const WITHOUT_SAFEGUARDS = [
  'set default_transaction_read_only = off',
  'set transaction_read_only = off',
  `set search_path = pg_catalog, public`,
  'set statement_timeout = 0',
];

describe.each(databases())('on $name', ({ name, open }) => {
  let portal: PortalDatabase;
  let giveBackRole: () => Promise<void>;

  beforeAll(async () => {
    giveBackRole = await takeReaderRole();
    portal = await PortalDatabase.open(open);
    await portal.apply([READER_FILE]);
    // Hidden by the dearest of the view's own conditions: the planner would try a reader's cheaper one before it.
    await portal.run(`select portal.load_test_data(3);
      update portal.founders set last_name = 'Hidden'
      where id = (select max(id::text)::uuid from directory.founders);
      update portal.enrollments set status = 'withdrawn'
      where startup_id in (select startup_id from portal.founders where last_name = 'Hidden');
      analyze`);
  });

  afterAll(async () => {
    await portal.close();
    await giveBackRole();
  });

  test.each(allDirectories)('the reader reads directory.$name', async (directory) => {
    const [count] = await portal.read(`select count(*) from directory.${directory.name}`);

    expect(Number(count)).toBeGreaterThan(0);
  });

  test.each(allDirectories)(
    'it learns nothing of a hidden row of directory.$name from a condition that fails on it',
    async ({ name: view }) => {
      const hidden = await portal.column(
        `select id from portal.${view} except select id from directory.${view}`,
      );
      const ids = hidden.map((id) => `'${String(id)}'`).join(', ');
      const isShown = `1 / (case when id::text in (${ids}) then 0 else 1 end) = 1`;

      expect(hidden.length).toBeGreaterThan(0);
      const [count] = await portal.read(`select count(*) from directory.${view} where ${isShown}`);
      expect(Number(count)).toBeGreaterThan(0);
    },
  );

  test('it has a condition of its own evaluated on no row that the view does not show', async () => {
    const [shown] = await portal.read(`select count(*) from directory.founders
      where case when last_name = 'Hidden' then cast(last_name as integer) = 0 else true end`);

    expect(
      await portal.column(`select count(*) from portal.founders where last_name = 'Hidden'`),
    ).toEqual(['1']);
    expect(Number(shown)).toBeGreaterThan(0);
  });

  test('it has a grant on three views, and on no column of anything else outside the system catalogs', async () => {
    const granted = await portal.column(`
    select oid::regclass::text
    from pg_class
    where relkind in ('r', 'v', 'm', 'p', 'f')
      and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and has_schema_privilege('${READER}', relnamespace, 'usage')
      and has_any_column_privilege('${READER}', oid, 'select, insert, update, references')
    order by 1`);

    expect(granted).toEqual(['directory.founders', 'directory.jobs', 'directory.startups']);
  });

  test.each([
    [
      'may call no function outside the system catalogs',
      `select oid::regprocedure::text
      from pg_proc
      where pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        and has_function_privilege('${READER}', oid, 'execute')`,
    ],
    [
      'is a member of no role',
      `select rolname from pg_roles
      where rolname <> '${READER}' and pg_has_role('${READER}', oid, 'member')`,
    ],
  ])('it %s', async (_, sql) => {
    expect(await portal.column(sql)).toEqual([]);
  });

  test('it logs in with settings that keep mistakes small', async () => {
    const settings = await portal.column(`
    select unnest(setconfig) from pg_db_role_setting where setrole = '${READER}'::regrole order by 1`);

    expect(settings).toEqual([
      'default_transaction_read_only=on',
      'idle_in_transaction_session_timeout=30s',
      'jit=off',
      'lock_timeout=2s',
      'random_page_cost=1.1',
      'search_path=""',
      'statement_timeout=10s',
    ]);
  });

  describe('when everything is applied again', () => {
    test('it keeps its login and its password', async () => {
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
      [
        `grant pg_monitor to ${READER}`,
        `revoke pg_monitor from ${READER}`,
        /member of another role/,
      ],
    ])('it is refused as a reader after: %s', async (more, less, message) => {
      await portal.run(more);
      const applied = portal.apply([READER_FILE]);
      await expect(applied).rejects.toThrow(message);
      await portal.run(less);

      await expect(portal.apply([READER_FILE])).resolves.toBeUndefined();
    });

    test('it loses a grant that somebody added', async () => {
      await portal.run(`grant update, delete on directory.startups to ${READER}`);

      await portal.apply([READER_FILE]);

      const granted = await portal.column(
        `select has_table_privilege('${READER}', 'directory.startups', 'update, delete')`,
      );
      expect(granted).toEqual(['f']);
    });
  });

  describe('without its settings, so that what is refused is refused for missing permissions', () => {
    let reader: ReaderDatabase;

    beforeAll(async () => {
      const { TEST_DATABASE_URL: url } = process.env;
      reader =
        name === 'PGlite' || url === undefined
          ? { database: portal.database, role: READER, close: async () => undefined }
          : await loggedIn(portal, url);
    });
    afterAll(async () => reader.close());

    const inSession = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
      const session = await reader.database.session({ role: reader.role });
      try {
        for (const statement of WITHOUT_SAFEGUARDS) await session.query(statement);
        return await work(session);
      } finally {
        await session.release();
      }
    };

    /** Whether each gets through, or the SQLSTATE and the words of the refusal. */
    const outcomesOf = async (statements: readonly string[]) =>
      inSession(async (session) => {
        const outcomes: { readonly sql: string; readonly outcome: string }[] = [];
        for (const sql of statements)
          outcomes.push({ sql, outcome: await outcomeOf(session, sql) });
        return outcomes;
      });

    test('it is refused every statement but those on its three views, and changes nothing', async () => {
      const statements = await statementsToRefuse(portal);
      const before = await stateOf(portal);

      const tried = await outcomesOf(statements);

      const byRights = tried.filter(({ outcome }) => MISSING_RIGHT.test(outcome));
      const gotThrough = tried.filter(
        ({ outcome }) =>
          !MISSING_RIGHT.test(outcome) && !REFUSED_OTHERWISE.some((each) => each.test(outcome)),
      );
      process.stdout.write(
        `${name}: of ${tried.length} statements ${byRights.length} are refused for a missing permission, ` +
          `${tried.length - byRights.length - gotThrough.length} for another reason\n`,
      );
      expect(gotThrough).toEqual([]);
      expect(byRights.length).toBeGreaterThanOrEqual(REFUSED_AT_LEAST);
      expect(await stateOf(portal)).toEqual(before);
    });

    test('it changes nothing with what everybody may do', async () => {
      const before = await stateOf(portal);

      const tried = await outcomesOf(ALLOWED_TO_ALL.map(([sql]) => sql));

      expect(tried.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
      expect(await stateOf(portal)).toEqual(before);
    });

    test('it sees no sample of a row, and no text of another role’s statement', async () => {
      const [samples, statements] = await inSession(async (session) => [
        await session.query(
          `select count(*) from pg_stats where schemaname in ('portal', 'directory')`,
        ),
        await session.query(`select query from pg_stat_activity
          where usename <> current_user and query not in ('', '<insufficient privilege>')`),
      ]);

      expect(samples.rows).toEqual([['0']]);
      expect(statements.rows).toEqual([]);
    });
  });
});

/** The database as the reader gets it: through a login of its own on a real server, as a role in a session on PGlite. */
interface ReaderDatabase {
  readonly database: LocalDatabase;
  /** Undefined where the login behind the session is the reader itself. */
  readonly role: string | undefined;
  close(): Promise<void>;
}

/** @param adminUrl - of the server on which the portal's database is. */
async function loggedIn(portal: PortalDatabase, adminUrl: string): Promise<ReaderDatabase> {
  const password = 'invented';
  await portal.run(`alter role ${READER} login password '${password}'`);
  const [name] = await portal.column('select current_database()');
  const url = new URL(adminUrl);
  Object.assign(url, { username: READER, password, pathname: String(name) });
  const database = await openDatabase({ url: url.href });
  return {
    database,
    role: undefined,
    close: async () => {
      await database.close();
      await portal.run(`alter role ${READER} nologin password null`);
    },
  };
}

/** Each once. `OWNER` and `DATABASE` stand for the names of this database. */
async function statementsToRefuse(portal: PortalDatabase): Promise<readonly string[]> {
  const catalog = await readCatalog(portal);
  const [owner] = await portal.column('select quote_ident(current_user)');
  const [database] = await portal.column('select quote_ident(current_database())');
  const all = [
    ...statementsOnData(catalog),
    ...statementsOnObjects(catalog),
    ...statementsOnServer(catalog),
  ].map((sql) => sql.replaceAll('OWNER', String(owner)).replaceAll('DATABASE', String(database)));
  return [...new Set(all)];
}

async function outcomeOf(session: Session, sql: string): Promise<string> {
  try {
    await session.query(sql);
    return 'done';
  } catch (error) {
    if (error instanceof SqlError) return `${error.sqlState} ${error.message}`;
    throw error;
  }
}
