/** What there is in the database, read by its owner: the statements to refuse are made from it. */

import { allDirectories } from '../../../contract/directories.ts';
import type { PortalDatabase } from '../portal-database.ts';

export interface Catalog {
  /** `portal.founders`, ... */
  readonly portalTables: readonly string[];
  readonly portalFunctions: readonly string[];
  /** The three that the reader reads. */
  readonly views: readonly string[];
  /** Those from which the three are made. */
  readonly innerViews: readonly string[];
  /** The tables of `pg_catalog`, in which PostgreSQL keeps what it knows. */
  readonly systemTables: readonly string[];
  /** Process ids of what works for others; PGlite has one session for all. */
  readonly otherSessions: readonly string[];
  /** Those that PostgreSQL lets only superusers change. */
  readonly closedSettings: readonly string[];
  /** Calls with nulls of the functions that PostgreSQL itself closes to all but superusers. */
  readonly closedFunctions: readonly string[];
}

export async function readCatalog(portal: PortalDatabase): Promise<Catalog> {
  const texts = async (sql: string) => (await portal.column(sql)).map(String);
  const views = allDirectories.map(({ name }) => `directory.${name}`);
  return {
    portalTables: await texts(relationsOf('portal', 'r')),
    portalFunctions: await texts(callsOf(`pronamespace = 'portal'::regnamespace`)),
    views,
    innerViews: (await texts(relationsOf('directory', 'v'))).filter(
      (view) => !views.includes(view),
    ),
    systemTables: await texts(relationsOf('pg_catalog', 'r')),
    otherSessions: await texts(`select pid from pg_stat_activity
      where pid <> pg_backend_pid() and usename = current_user and backend_type <> 'client backend'`),
    closedSettings: await texts(
      `select name from pg_settings where context = 'superuser' order by 1`,
    ),
    closedFunctions: await texts(
      callsOf(`pronamespace = 'pg_catalog'::regnamespace and prokind = 'f' and proacl is not null
        and not exists (select from aclexplode(proacl) where grantee = 0)
        and prorettype <> 'trigger'::regtype`),
    ),
  };
}

function relationsOf(schema: string, kind: string): string {
  return `select oid::regclass from pg_class
    where relnamespace = '${schema}'::regnamespace and relkind = '${kind}' order by oid::regclass::text`;
}

/**
 * The nulls come out of a subquery that is not folded: a call of a strict function with null constants is not even
 * looked at, whoever may make it.
 */
function callsOf(condition: string): string {
  return `select format('select %s(%s) from (select null offset 0) as nothing (at)', oid::regproc, (
      select string_agg(format('at::text::%s', format_type(type, null)), ', ' order by place)
      from unnest(proargtypes) with ordinality as argument (type, place)
    ))
    from pg_proc where ${condition} order by oid::regprocedure::text`;
}
