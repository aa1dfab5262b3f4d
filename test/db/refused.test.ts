import type { LocalDatabase, Session } from '../../local/database/local-database.ts';
import { databases, takeReaderRole } from '../support/database/databases.ts';
import { PortalDatabase, READER_FILE } from './portal-database.ts';
import { ALLOWED_TO_ALL } from './refused/allowed-to-all.ts';
import { embeddedReader, loggedInReader, type ReaderDatabase } from './refused/reader-database.ts';
import { sessionWithoutSafeguards } from './refused/reader-session.ts';
import { REFUSED_OTHERWISE } from './refused/refused-otherwise.ts';
import { stateOf } from './refused/state-of.ts';
import { statementsToRefuse } from './refused/statements.ts';
import { tryEach } from './refused/tried.ts';

const REFUSED_AT_LEAST = 300;
const MISSING_RIGHT = /^42501 /u;

describe.each(databases())('the reader on $name', ({ name, open }) => {
  let giveBackRole: () => Promise<void>;
  let portal: PortalDatabase;
  let reader: ReaderDatabase;

  beforeAll(async () => {
    giveBackRole = await takeReaderRole();
    const database = await open();
    portal = await PortalDatabase.open(async () => database);
    await portal.apply([READER_FILE]);
    // Hidden by the dearest of the view's own conditions: the planner would try a reader's cheaper one before it.
    await portal.run(`select portal.load_test_data(3);
      update portal.founders set last_name = 'Hidden'
      where id = (select min(id::text)::uuid from directory.founders);
      update portal.enrollments set status = 'withdrawn'
      where startup_id in (select startup_id from portal.founders where last_name = 'Hidden');
      analyze`);
    reader = await asReader(name, database, portal);
  });

  afterAll(async () => {
    await reader.close();
    await portal.close();
    await giveBackRole();
  });

  test('is refused every statement but those on its three views, and changes nothing', async () => {
    const statements = await statementsToRefuse(portal);
    const before = await stateOf(portal);

    const tried = await inSession(async (session) => tryEach(session, statements));

    const byRights = tried.filter(({ outcome }) => MISSING_RIGHT.test(outcome));
    const gotThrough = tried.filter(
      ({ outcome }) => !MISSING_RIGHT.test(outcome) && !isRefusedOtherwise(outcome),
    );
    process.stdout.write(
      `${name}: of ${tried.length} statements ${byRights.length} are refused for a missing permission, ` +
        `${tried.length - byRights.length - gotThrough.length} for another reason\n`,
    );
    expect(gotThrough).toEqual([]);
    expect(byRights.length).toBeGreaterThanOrEqual(REFUSED_AT_LEAST);
    expect(await stateOf(portal)).toEqual(before);
  });

  test('changes nothing with what everybody may do', async () => {
    const before = await stateOf(portal);

    const tried = await inSession(async (session) =>
      tryEach(
        session,
        ALLOWED_TO_ALL.map(([sql]) => sql),
      ),
    );

    expect(tried.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
    expect(await stateOf(portal)).toEqual(before);
  });

  test('never has a condition of its own evaluated on a row that the view does not show', async () => {
    const rows = await inSession(async (session) =>
      session.query(`select id from directory.founders
        where case when last_name = 'Hidden' then cast(last_name as integer) = 0 else true end`),
    );

    expect(
      await portal.column(`select count(*) from portal.founders where last_name = 'Hidden'`),
    ).toEqual(['1']);
    expect(rows.rowCount).toBeGreaterThan(0);
  });

  test('sees no sample of a row, and no text of another role’s statement', async () => {
    const samples = await inSession(async (session) =>
      session.query(`select count(*) from pg_stats where schemaname in ('portal', 'directory')`),
    );
    const statements = await inSession(async (session) =>
      session.query(`select query from pg_stat_activity
        where usename <> current_user and query not in ('', '<insufficient privilege>')`),
    );

    expect(samples.rows).toEqual([['0']]);
    expect(statements.rows).toEqual([]);
  });

  async function inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await sessionWithoutSafeguards(reader.database, reader.role);
    try {
      return await work(session);
    } finally {
      await session.release();
    }
  }
});

async function asReader(
  name: string,
  database: LocalDatabase,
  portal: PortalDatabase,
): Promise<ReaderDatabase> {
  const { TEST_DATABASE_URL: adminUrl } = process.env;
  if (name === 'PGlite' || adminUrl === undefined) return embeddedReader(database);
  return loggedInReader(portal, adminUrl);
}

function isRefusedOtherwise(outcome: string): boolean {
  return REFUSED_OTHERWISE.some(([pattern]) => pattern.test(outcome));
}
