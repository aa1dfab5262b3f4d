/** A connection lent to one caller: it acts as a role, and is handed on as clean as it came. */

import type { Connection, LocalDatabase, Session } from './local-database.ts';
import { SqlError } from './sql-error.ts';

/**
 * What `DISCARD ALL` does, but in one round trip together with the rollback, and without its
 * `SET SESSION AUTHORIZATION`, which PGlite cannot take back.
 */
const resetScript = `
  ROLLBACK; RESET ROLE; RESET ALL; DEALLOCATE ALL; CLOSE ALL; UNLISTEN *;
  SELECT pg_advisory_unlock_all(); DISCARD PLANS; DISCARD TEMP; DISCARD SEQUENCES`;

/**
 * The login behind every session is the owner, who may become anybody again. A login of the role itself could not,
 * so a statement that tries is refused with PostgreSQL's own words.
 */
const leavesRole =
  /\b(?:set|reset)\s+(?:session\s+|local\s+)?(?:role|session\s+authorization|all)\b|\bdiscard\s+all\b|\bset_config\b[^;]*\b(?:role|session_authorization)\b/i;

const INSUFFICIENT_PRIVILEGE = '42501';

/** @throws what the engine reports where there is no such role; the connection is given back then. */
export async function openSession(connection: Connection, role?: string): Promise<Session> {
  const session = lend(connection, role);
  try {
    if (role !== undefined) await connection.query(`SET ROLE ${quoteName(role)}`, []);
  } catch (error) {
    await session.release();
    throw error;
  }
  return session;
}

function lend(connection: Connection, role: string | undefined): Session {
  let released = false;
  const check = (sql: string) => {
    if (released) throw new Error('the session was released');
    if (role === undefined || !leavesRole.test(sql)) return;
    throw new SqlError('permission denied to set role', INSUFFICIENT_PRIVILEGE);
  };

  return {
    async query(sql, values = []) {
      check(sql);
      return connection.query(sql, values);
    },
    async script(sql) {
      check(sql);
      await connection.script(sql);
    },
    cancel: () => (released ? Promise.resolve() : connection.cancel()),
    async release() {
      if (released) return;
      released = true;
      const clean = await connection.script(resetScript).then(
        () => true,
        () => false,
      );
      connection.giveBack(clean);
    },
  };
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Runs a script of several statements as the owner, on a session of its own. */
export async function runScript(open: LocalDatabase['session'], sql: string): Promise<void> {
  const owner = await open();
  try {
    await owner.script(sql);
  } finally {
    await owner.release();
  }
}
