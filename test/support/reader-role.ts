/** A server's roles are shared by all of its databases: two tests that make the reader at once would collide. */

import { openDatabase } from '../../local/database/open-database.ts';

const LOCK = 7_265_164; // any number that nobody else takes

/** Does the work while no other test of this machine does work under the same lock on the server. */
export async function withReaderRole<T>(work: () => Promise<T>): Promise<T> {
  const giveBack = await takeReaderRole();
  try {
    return await work();
  } finally {
    await giveBack();
  }
}

/** For a suite of which every test is about the role: takes the lock, and returns what gives it back. */
export async function takeReaderRole(): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: url } = process.env;
  if (url === undefined) return async () => undefined;
  const server = await openDatabase({ url });
  const session = await server.session();
  await session.query('SELECT pg_advisory_lock($1)', [String(LOCK)]);
  return async () => {
    await session.release(); // and with it the lock
    await server.close();
  };
}
