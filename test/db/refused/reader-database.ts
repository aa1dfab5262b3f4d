/** The database as the reader gets it: through a login of its own on a real server, as a role in a session on PGlite. */

import type { LocalDatabase } from '../../../local/database/local-database.ts';
import { openDatabase } from '../../../local/database/open-database.ts';
import { type PortalDatabase, READER } from '../portal-database.ts';

const PASSWORD = 'invented';

export interface ReaderDatabase {
  readonly database: LocalDatabase;
  /** Undefined where the login behind the session is the reader itself. */
  readonly role: string | undefined;
  close(): Promise<void>;
}

export function embeddedReader(database: LocalDatabase): ReaderDatabase {
  return { database, role: READER, close: async () => undefined };
}

/** @param adminUrl - of the server on which the portal's database is. */
export async function loggedInReader(
  portal: PortalDatabase,
  adminUrl: string,
): Promise<ReaderDatabase> {
  await portal.run(`alter role ${READER} login password '${PASSWORD}'`);
  const [name] = await portal.column('select current_database()');
  const url = new URL(adminUrl);
  Object.assign(url, { username: READER, password: PASSWORD, pathname: String(name) });
  const database = await openDatabase({ url: url.href });
  return {
    database,
    role: undefined,
    close: async () => {
      await database.close();
      await portal.run(`alter role ${READER} nologin password null`);
    },
  };
}
