/** A stage's own database, through an endpoint of the Data API. One file, because a database takes a second to open. */

import { databases, takeReaderRole } from '../../support/database/databases.ts';
import { LocalSetUp } from '../../support/database/local-set-up.ts';
import { loginTests } from './database/login.ts';
import { migrationTests } from './database/migrations.ts';
import { FORGET, setUpTests } from './database/set-up.ts';

const OPEN_LIMIT_MS = 60_000;

describe.each(databases())('on $name', ({ open }) => {
  let local: LocalSetUp;
  let giveBackRole: () => Promise<void>;
  beforeAll(async () => {
    giveBackRole = await takeReaderRole();
    local = await LocalSetUp.open(open);
  }, OPEN_LIMIT_MS);
  beforeEach(async () => {
    await local.database.runScript(FORGET);
    await local.api.faults.set('up');
    local.holdPassword();
    local.forget();
    jest.spyOn(console, 'log').mockImplementation((line: string) => local.lines.push(line));
  });
  afterAll(async () => {
    await local.close();
    await giveBackRole();
  });

  describe('the set-up', () => {
    setUpTests(() => local);
  });

  describe('a release', () => {
    migrationTests(() => local);
  });

  describe('the login of the reader', () => {
    loginTests(() => local);
  });
});
