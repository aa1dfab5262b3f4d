/** Everything that a statement of the reader's could have changed, as one text for each kind of thing. */

import type { PortalDatabase } from '../portal-database.ts';

const OBJECTS = [
  'pg_class',
  'pg_proc',
  'pg_namespace',
  'pg_type',
  'pg_trigger',
  'pg_rewrite',
  'pg_policy',
  'pg_operator',
  'pg_event_trigger',
  'pg_extension',
  'pg_publication',
  'pg_default_acl',
  'pg_largeobject_metadata',
  'pg_auth_members',
  'pg_database',
  'pg_tablespace',
];

export async function stateOf(portal: PortalDatabase): Promise<Readonly<Record<string, string>>> {
  const tables = (
    await portal.column(
      `select oid::regclass from pg_class where relnamespace = 'portal'::regnamespace and relkind = 'r'`,
    )
  ).map(String);
  const state: Record<string, string> = {};
  for (const table of tables) state[table] = await digestOf(portal, table, 't');
  for (const table of OBJECTS) state[table] = await digestOf(portal, table, withoutCounters(table));
  state['pg_authid'] = await digestOf(
    portal,
    'pg_roles',
    `(rolname, rolsuper, rolcreaterole, rolcreatedb)`,
  );
  return state;
}

/** Vacuum, which may run by itself, keeps counters in these. */
function withoutCounters(table: string): string {
  if (table === 'pg_class') return '(relname, relnamespace, relowner, relkind, relacl, reloptions)';
  return table === 'pg_database' ? '(datname, datdba, datacl)' : 't';
}

async function digestOf(portal: PortalDatabase, table: string, row: string): Promise<string> {
  const [digest] = await portal.column(
    `select count(*) || ' ' || md5(coalesce(string_agg(${row}::text, ' ' order by ${row}::text), '')) from ${table} t`,
  );
  return String(digest);
}
