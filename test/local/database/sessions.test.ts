import { randomBytes } from 'node:crypto';

import type { LocalDatabase } from '../../../local/database/local-database.ts';
import { databases } from '../../support/database/databases.ts';

describe.each(databases())('sessions on $name', ({ name, open }) => {
  const role = `role_${randomBytes(6).toString('hex')}`;
  let database: LocalDatabase;

  beforeAll(async () => {
    database = await open();
    await database.runScript(`
      CREATE ROLE ${role};
      CREATE TABLE secret (n int); INSERT INTO secret VALUES (1);
      CREATE TABLE shown (n int); INSERT INTO shown VALUES (2);
      GRANT SELECT ON shown TO ${role};`);
  });
  afterAll(async () => {
    await database.runScript(`DROP OWNED BY ${role}; DROP ROLE ${role};`);
    await database.close();
  });

  const ownerValue = async (sql: string) => {
    const session = await database.session();
    const { rows } = await session.query(sql);
    await session.release();
    return rows[0]?.[0];
  };

  test('values come back as PostgreSQL writes them', async () => {
    const session = await database.session();

    const { rows, columns } = await session.query(
      `SELECT $1::bytea AS a, $2::int8, 1.50::numeric, array['x', NULL], true, '2026-11-20 08:00Z'::timestamptz`,
      [String.raw`\xff00`, '9007199254740993'],
    );
    await session.release();

    expect(rows).toEqual([
      [String.raw`\xff00`, '9007199254740993', '1.50', '{x,NULL}', 't', '2026-11-20 08:00:00+00'],
    ]);
    expect(columns[0]).toEqual({ name: 'a', typeOid: 17 });
  });

  test('an error carries SQLSTATE and position', async () => {
    const session = await database.session();

    await expect(session.query('SELECT nope')).rejects.toMatchObject({
      name: 'SqlError',
      message: 'column "nope" does not exist',
      sqlState: '42703',
      position: 8,
    });
    await session.release();
  });

  test('two statements in one query are refused', async () => {
    const session = await database.session();

    await expect(session.query('SELECT 1; SELECT 2')).rejects.toMatchObject({ sqlState: '42601' });
    await session.release();
  });

  test('a role may do what it was granted and nothing else', async () => {
    const session = await database.session({ role });

    const shown = await session.query('SELECT n FROM shown');
    await expect(session.query('SELECT n FROM secret')).rejects.toMatchObject({
      sqlState: '42501',
    });
    await session.release();

    expect(shown.rows).toEqual([['2']]);
  });

  test.each([
    'SET ROLE NONE',
    'reset role',
    'RESET ALL',
    `SELECT set_config('role', 'none', false)`,
  ])('a role cannot be left by %s', async (sql) => {
    const session = await database.session({ role });

    await expect(session.query(sql)).rejects.toMatchObject({ sqlState: '42501' });
    await session.release();
  });

  test('the next session is the owner again, after an error too', async () => {
    const owner = await ownerValue('SELECT current_user');
    const session = await database.session({ role });
    await session.query('BEGIN');
    await expect(session.query('SELECT 1 / 0')).rejects.toMatchObject({ sqlState: '22012' });
    await session.release();

    expect(await ownerValue('SELECT current_user')).toBe(owner);
  });

  test('an unknown role gives the session back', async () => {
    await expect(database.session({ role: 'nobody "here"' })).rejects.toThrow('does not exist');

    expect(await ownerValue('SELECT 1')).toBe('1');
  });

  test('neither settings nor open transactions pass from one session to the next', async () => {
    const session = await database.session();
    await session.query(`SET timezone = 'Asia/Tokyo'`);
    await session.query('BEGIN');
    await session.query('INSERT INTO shown VALUES (3)');
    await session.release();

    expect(await ownerValue('SHOW timezone')).toBe('UTC');
    expect(await ownerValue('SELECT count(*) FROM shown')).toBe('1');
  });

  test('a released session refuses further statements', async () => {
    const session = await database.session();
    await session.release();

    await expect(session.query('SELECT 1')).rejects.toThrow('released');
  });

  test('a script that fails leaves nothing open', async () => {
    await expect(database.runScript('BEGIN; SELECT nope')).rejects.toMatchObject({
      sqlState: '42703',
    });

    expect(await ownerValue('SELECT 1')).toBe('1');
  });

  if (name === 'PGlite') {
    test('the one session goes from caller to caller in the order in which they asked', async () => {
      const order: number[] = [];
      const use = async (number: number): Promise<void> => {
        const session = await database.session();
        order.push(number);
        await session.query('SELECT 1');
        await session.release();
        await session.release(); // which does not take it from the next one
      };

      await Promise.all([use(1), use(2), use(3)]);

      expect(order).toEqual([1, 2, 3]);
    });

    test('somebody who gives up leaves the queue', async () => {
      const first = await database.session();
      const caller = new AbortController();
      const gaveUp = database.session({ signal: caller.signal });
      const next = database.session();

      caller.abort(new Error('enough'));
      await expect(gaveUp).rejects.toThrow('Gave up waiting');
      await first.release();

      await (await next).release();
    });

    test('the one who has the session is called back for everyone who waits for it', async () => {
      const called: string[] = [];
      const first = await database.session({ onWanted: () => called.push('first') });
      const second = database.session({ onWanted: () => called.push('second') });
      const third = database.session();
      await first.query('SELECT 1');
      expect(called).toEqual(['first', 'first']);

      await first.release();
      await (await second).release();
      await (await third).release();

      expect(called).toEqual(['first', 'first', 'second']);
    });
  } else {
    test('a running statement can be cancelled', async () => {
      const session = await database.session();
      const sleep = session.query('SELECT pg_sleep(60)');
      await session.cancel();

      await expect(sleep).rejects.toMatchObject({ sqlState: '57014' });
      await session.release();
    });
  }
});
