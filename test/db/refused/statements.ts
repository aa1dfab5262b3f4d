/** Every statement that the reader must be refused, once. `OWNER` and `DATABASE` stand for the names of this database. */

import type { PortalDatabase } from '../portal-database.ts';
import { readCatalog } from './catalog.ts';
import { statementsOnData } from './on-data.ts';
import { statementsOnObjects } from './on-objects.ts';
import { statementsOnServer } from './on-server.ts';

export async function statementsToRefuse(portal: PortalDatabase): Promise<readonly string[]> {
  const catalog = await readCatalog(portal);
  const [owner] = await portal.column('select quote_ident(current_user)');
  const [database] = await portal.column('select quote_ident(current_database())');
  const all = [
    ...statementsOnData(catalog),
    ...statementsOnObjects(catalog),
    ...statementsOnServer(catalog),
  ];
  const named = all.map((sql) =>
    sql.replaceAll('OWNER', String(owner)).replaceAll('DATABASE', String(database)),
  );
  return [...new Set(named)];
}
