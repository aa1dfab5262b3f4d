/** On Aurora nobody is a superuser: what an owner with CREATEROLE cannot do would fail there first. */

import { randomBytes } from 'node:crypto';

import { setUpOwnDatabase } from '../../deploy/database.ts';
import { readerSecret } from '../support/database/data-api-client.ts';
import { databases, takeReaderRole } from '../support/database/databases.ts';
import { LocalSetUp, ownerAddress, sqlFolder } from '../support/database/local-set-up.ts';

describe.each(databases())('on $name', ({ open }) => {
  const owner = `owner_${randomBytes(6).toString('hex')}`;
  let local: LocalSetUp;
  let giveBackRole: () => Promise<void>;
  beforeAll(async () => {
    giveBackRole = await takeReaderRole();
    local = await LocalSetUp.open(open, owner);
    // As on Aurora, where the owner has made the reader; on a server the reader may be there from other tests.
    await local.database.runScript(`
      CREATE ROLE ${owner} CREATEROLE;
      DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I OWNER TO ${owner}', current_database());
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'directory_reader') THEN
          GRANT directory_reader TO ${owner} WITH ADMIN OPTION;
        END IF;
      END $$`);
  }, 60_000);
  afterAll(async () => {
    await local.database.runScript(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO CURRENT_USER', current_database()); END $$;
      DROP OWNED BY ${owner}; REVOKE directory_reader FROM ${owner}; DROP ROLE ${owner}`,
    );
    await local.close();
    await giveBackRole();
  });

  const setUp = async () =>
    setUpOwnDatabase(
      {
        address: ownerAddress,
        readerSecretArn: readerSecret,
        folder: sqlFolder,
        testData: { startups: 3, withJobs: true },
      },
      local.dependencies,
    );

  test('an owner who is no superuser can set the database up, and again', async () => {
    await setUp();
    await setUp();

    expect(await local.value('SELECT count(*) FROM directory.startups')).toBe('3');
    expect(
      await local.value(`SELECT rolcanlogin FROM pg_roles WHERE rolname = 'directory_reader'`),
    ).toBe('t');
  });
});
