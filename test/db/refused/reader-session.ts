/** A session of the reader's in which its settings forbid nothing: what is refused then, is refused for missing permissions. */

import type { LocalDatabase, Session } from '../../../local/database/local-database.ts';

const WITHOUT_SAFEGUARDS = [
  'set default_transaction_read_only = off',
  'set transaction_read_only = off',
  `set search_path = pg_catalog, public`,
  'set statement_timeout = 0',
];

export async function sessionWithoutSafeguards(
  database: LocalDatabase,
  role: string | undefined,
): Promise<Session> {
  const session = await database.session({ role });
  for (const statement of WITHOUT_SAFEGUARDS) await session.query(statement);
  return session;
}
