/** The usual test data: an embedded database that has it already. */

import type { LocalDatabase } from '../../local/database/local-database.ts';
import { openPreparedDatabase } from '../../local/database/open-database.ts';
import { openCopyOf } from './database-copies.ts';
import { databases, type TestDatabase } from './databases.ts';

/** As `databases()`, but the embedded one has the usual test data. */
export function preparedDatabases(): TestDatabase[] {
  return databases().map(({ name, open }) => ({
    name,
    open: name === 'PGlite' ? openCopiedDatabase : open,
  }));
}

export async function openCopiedDatabase(): Promise<LocalDatabase> {
  return openCopyOf('test-data', async (database) =>
    openPreparedDatabase({ open: async () => database, fresh: false }),
  );
}
