/** What the database's catalog says about the role `directory_reader`. */

import type { Run } from '../../deploy/database/data-api.ts';
import { READER } from '../../deploy/database/reader-login.ts';

export interface ReaderRole {
  readonly canLogIn: boolean;
  /** What a reader must not have, such as SUPERUSER. */
  readonly attributes: readonly string[];
  readonly memberOf: readonly string[];
}

/** A table or view on which the reader has rights. */
export interface ReaderRight {
  /** With its schema. */
  readonly relation: string;
  readonly mayRead: boolean;
  readonly mayChange: boolean;
  /** Part of an extension, and so without data of the portal. */
  readonly isOfExtension: boolean;
}

const roleStatement = `select rolcanlogin,
  concat_ws(',', case when rolsuper then 'SUPERUSER' end, case when rolcreaterole then 'CREATEROLE' end,
    case when rolcreatedb then 'CREATEDB' end, case when rolreplication then 'REPLICATION' end,
    case when rolbypassrls then 'BYPASSRLS' end),
  coalesce((select string_agg(distinct roleid::regrole::text, ',') from pg_auth_members where member = r.oid), '')
from pg_roles r
where rolname = '${READER}'`;

export async function readRole(run: Run): Promise<ReaderRole | undefined> {
  const [row] = await run(roleStatement);
  if (row === undefined) return undefined;
  const [canLogIn, attributes, memberOf] = row;
  return {
    canLogIn: canLogIn === true,
    attributes: listOf(attributes),
    memberOf: listOf(memberOf),
  };
}

function listOf(text: unknown): readonly string[] {
  return text === '' ? [] : String(text).split(',');
}

/** A row each takes a hundred bytes or so, of the 1 MiB of a response. */
const MOST_ROWS = 1000;

/** A right on a single column counts: its rows can be read. */
const rightsStatement = `select * from (
  select format('%I.%I', n.nspname, c.relname) as relation,
    has_table_privilege(r.oid, c.oid, 'select') or has_any_column_privilege(r.oid, c.oid, 'select') as may_read,
    has_table_privilege(r.oid, c.oid, 'insert, update, delete, truncate')
      or has_any_column_privilege(r.oid, c.oid, 'insert, update') as may_change,
    exists (
      select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    ) as is_of_extension
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_roles r on r.rolname = '${READER}'
  where c.relkind in ('r', 'v', 'm', 'p', 'f')
    and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
    and has_schema_privilege(r.oid, n.oid, 'usage')
) as rights
where may_read or may_change
order by relation
limit ${MOST_ROWS}`;

/** Outside the system's own schemas, which everyone may read. */
export async function readRights(run: Run): Promise<readonly ReaderRight[]> {
  const rows = await run(rightsStatement);
  return rows.map(([relation, mayRead, mayChange, isOfExtension]) => ({
    relation: String(relation),
    mayRead: mayRead === true,
    mayChange: mayChange === true,
    isOfExtension: isOfExtension === true,
  }));
}
