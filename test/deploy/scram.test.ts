import { Client } from 'pg';

import { loginStatement, scramVerifier } from '../../deploy/database/reader-login.ts';
import type { LocalDatabase } from '../../local/database/local-database.ts';
import { databases, withReaderRole } from '../support/database/databases.ts';

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

describe.each(databases())('on $name', ({ open }) => {
  let database: LocalDatabase;
  beforeAll(async () => {
    database = await open();
  }, 60_000);
  afterAll(async () => database.close());

  const stored = async () => {
    const session = await database.session();
    const { rows } = await session.query(
      `SELECT rolpassword FROM pg_authid WHERE rolname = 'directory_reader'`,
    );
    await session.release();
    return rows[0]?.[0] ?? '';
  };

  const role = `DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'directory_reader')
    THEN CREATE ROLE directory_reader; END IF; END $$`;

  test.each(passwords)('PostgreSQL makes the same of the password %j', async (password) => {
    const itsOwn = await withReaderRole(async () => {
      await database.runScript(role);
      await database.runScript(
        `ALTER ROLE directory_reader PASSWORD E'${password.replaceAll(/['\\]/gu, String.raw`\$&`)}'`,
      );
      return stored();
    });
    const salt = /^SCRAM-SHA-256\$4096:([^$]+)\$/u.exec(itsOwn)?.[1] ?? '';

    expect(scramVerifier(password, Buffer.from(salt, 'base64'))).toBe(itsOwn);
  });

  test('PostgreSQL stores the verifier as it is', async () => {
    const verifier = scramVerifier('correct horse');

    const kept = await withReaderRole(async () => {
      await database.runScript(role);
      await database.runScript(loginStatement(verifier));
      return stored();
    });

    expect(kept).toBe(verifier);
  });
});

const { TEST_DATABASE_URL: serverUrl } = process.env;

/** A server that trusts everybody, as many on a laptop do, does not look at passwords. */
async function logIn(url: string, password: string): Promise<string> {
  const address = new URL(url);
  address.username = 'directory_reader';
  address.password = encodeURIComponent(password);
  const client = new Client({ connectionString: address.href });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('SELECT current_user AS name');
    return rows[0]?.name ?? '';
  } finally {
    await client.end();
  }
}

(serverUrl === undefined ? describe.skip : describe)('a login on PostgreSQL', () => {
  test('succeeds with the password and with no other', async () => {
    const url = serverUrl ?? '';
    await withReaderRole(async () => {
      const owner = new Client({ connectionString: url });
      await owner.connect();
      try {
        await owner.query(`DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'directory_reader')
          THEN CREATE ROLE directory_reader; END IF; END $$`);
        const { rows } = await owner.query<{ method: string }>(
          `SELECT auth_method AS method FROM pg_hba_file_rules
            WHERE type LIKE 'host%' AND user_name && '{all,directory_reader}' ORDER BY line_number LIMIT 1`,
        );
        await owner.query(loginStatement(scramVerifier('correct horse')));

        expect(await logIn(url, 'correct horse')).toBe('directory_reader');
        if (rows[0]?.method === 'trust') {
          process.stderr.write('Skipped: this PostgreSQL lets everybody in without a password\n');
          return;
        }
        await expect(logIn(url, 'correct horses')).rejects.toMatchObject({ code: '28P01' });
      } finally {
        await owner.query('ALTER ROLE directory_reader NOLOGIN PASSWORD NULL');
        await owner.end();
      }
    });
  });
});
