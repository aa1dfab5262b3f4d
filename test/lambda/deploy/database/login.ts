/** The password of the reader, as PostgreSQL stores it. */

import { loginStatement, scramVerifier } from '../../../../lambda/deploy/database/reader-login.ts';
import { openDatabase } from '../../../../local/database/open-database.ts';
import { withReaderRole } from '../../../support/database/databases.ts';
import type { LocalSetUp } from '../../../support/database/local-set-up.ts';

const passwords = ['correct horse', `it's; "quoted" $$ \\ :name`, ' ', 'x'.repeat(300)];

test('every call salts anew', () => {
  expect(scramVerifier('secret')).not.toBe(scramVerifier('secret'));
});

test.each(['', 'pässword', 'tab\there', 'line\nbreak', '\u{1F511}'])(
  'a password that would need SASLprep is refused: %j',
  (password) => {
    expect(() => scramVerifier(password)).toThrow(/printable ASCII: let Secrets Manager generate/);
  },
);

const role = `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'directory_reader')
  THEN CREATE ROLE directory_reader; END IF; END $$`;

export function loginTests(opened: () => LocalSetUp): void {
  let local: LocalSetUp;
  beforeAll(() => {
    local = opened();
  });
  beforeEach(async () => local.database.runScript(role));

  const stored = async () =>
    local.value(`SELECT rolpassword FROM pg_authid WHERE rolname = 'directory_reader'`);

  test.each(passwords)('PostgreSQL makes the same of the password %j', async (password) => {
    const quoted = password.replaceAll(/['\\]/gu, String.raw`\$&`);
    await local.database.runScript(`ALTER ROLE directory_reader PASSWORD E'${quoted}'`);
    const itsOwn = await stored();
    const salt = /^SCRAM-SHA-256\$4096:([^$]+)\$/u.exec(itsOwn ?? '')?.[1] ?? '';

    expect(scramVerifier(password, Buffer.from(salt, 'base64'))).toBe(itsOwn);
  });

  test('PostgreSQL stores the verifier as it is', async () => {
    const verifier = scramVerifier('correct horse');

    await local.database.runScript(loginStatement(verifier));

    expect(await stored()).toBe(verifier);
  });
}

const { TEST_DATABASE_URL: serverUrl } = process.env;

/** Logs in as the reader, and asks who that is. */
async function logIn(url: string, password: string): Promise<unknown> {
  const address = new URL(url);
  address.username = 'directory_reader';
  address.password = encodeURIComponent(password);
  const database = await openDatabase({ url: address.href });
  const session = await database.session();
  const { rows } = await session.query('SELECT current_user');
  await session.release();
  await database.close();
  return rows[0]?.[0];
}

(serverUrl === undefined ? describe.skip : describe)('a login on PostgreSQL', () => {
  test('succeeds with the password and with no other', async () => {
    const url = serverUrl ?? '';
    await withReaderRole(async () => {
      const owner = await openDatabase({ url });
      await owner.runScript(role);
      const session = await owner.session();
      const { rows } = await session.query(
        `SELECT auth_method FROM pg_hba_file_rules
          WHERE type LIKE 'host%' AND user_name && '{all,directory_reader}' ORDER BY line_number LIMIT 1`,
      );
      await session.release();
      await owner.runScript(loginStatement(scramVerifier('correct horse')));
      try {
        expect(await logIn(url, 'correct horse')).toBe('directory_reader');
        // A server that trusts everybody, as many on a laptop do, does not look at passwords.
        if (rows[0]?.[0] === 'trust') {
          process.stderr.write('Skipped: this PostgreSQL lets everybody in without a password\n');
          return;
        }
        await expect(logIn(url, 'correct horses')).rejects.toMatchObject({
          cause: { code: '28P01' },
        });
      } finally {
        await owner.runScript('ALTER ROLE directory_reader NOLOGIN PASSWORD NULL');
        await owner.close();
      }
    });
  });
});
