/** Everything that a statement of the reader's could have changed, as one text for each kind of thing. */

import type { PortalDatabase } from '../portal-database.ts';

const OBJECTS = [
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
  'pg_tablespace',
];

/** Those of which not every row or column is meant. */
const PARTS: Readonly<Record<string, readonly [from: string, columns: string]>> = {
  // Vacuum, which may run by itself, keeps counters in it.
  pg_class: ['pg_class', '(relname, relnamespace, relowner, relkind, relacl, reloptions)'],
  // Other tests make some of their own on the same server meanwhile.
  pg_database: [
    String.raw`(select * from pg_database where datname = current_database() or datname not like 'test\_%')`,
    '(datname, datdba, datacl)',
  ],
  pg_authid: ['pg_roles', '(rolname, rolsuper, rolcreaterole, rolcreatedb)'],
};

export async function stateOf(portal: PortalDatabase): Promise<Readonly<Record<string, string>>> {
  const tables = await portal.column(
    `select oid::regclass from pg_class where relnamespace = 'portal'::regnamespace and relkind = 'r'`,
  );
  const state: Record<string, string> = {};
  for (const table of [...tables.map(String), ...OBJECTS, ...Object.keys(PARTS)]) {
    const [from, columns] = PARTS[table] ?? [table, 't'];
    state[table] = await digestOf(portal, from, columns);
  }
  return state;
}

async function digestOf(portal: PortalDatabase, table: string, row: string): Promise<string> {
  const [digest] = await portal.column(
    `select count(*) || ' ' || md5(coalesce(string_agg(${row}::text, ' ' order by ${row}::text), '')) from ${table} t`,
  );
  return String(digest);
}
