/** Tests that the role `portal_writer` can fill the portal's tables, but cannot do what only the owner or the reader may do. */

import { WRITER } from '../../contract/names.ts';
import { databases, takeReaderRole } from '../support/databases.ts';
import { textsOf } from '../support/data-api.ts';
import { PortalDatabase, WRITER_FILE } from './portal-database.ts';

describe.each(databases())('on $name,', ({ open }) => {
  let portal: PortalDatabase;
  let giveBackRoles: () => Promise<void>;
  beforeAll(async () => {
    giveBackRoles = await takeReaderRole();
    portal = await PortalDatabase.open(open);
    await portal.run(textsOf([WRITER_FILE]).join('\n'));
  });
  afterAll(async () => {
    await portal.run(`drop owned by ${WRITER}`);
    await portal.close();
    await giveBackRoles();
  });

  const asWriter = async (sql: string) => portal.column(sql, WRITER);

  test('a startup that the writer inserts is listed', async () => {
    await asWriter(`with program as (insert into portal.programs (name) values ('Main') returning id),
      cohort as (insert into portal.cohorts (program_id, name) select id, 'First' from program returning id),
      startup as (insert into portal.startups (slug, name) values ('written', 'Written') returning id)
      insert into portal.enrollments (startup_id, cohort_id, status, accepted_date)
        select startup.id, cohort.id, 'active', '2026-01-01' from startup, cohort`);

    expect(await portal.column('select name from directory.startups')).toEqual(['Written']);
  });

  test.each([
    'create table portal.mine ()',
    'drop table portal.jobs',
    'truncate portal.jobs',
    'select * from directory.startups',
    'delete from portal.schema_migrations',
    'select portal.load_test_data(1, true)',
  ])('the writer is not allowed to run: %s', async (sql) => {
    await expect(asWriter(sql)).rejects.toMatchObject({ sqlState: '42501' });
  });
});
