/** Whether the role `directory_reader` can do what the service needs, and nothing else. */

import { allDirectories } from '../../contract/directories.ts';
import type { Execute } from '../../aws/data-api.ts';
import { READER } from '../../deploy/database/reader-login.ts';
import { type Finding, fail, note, ok } from './findings.ts';

const viewNames = new Set(allDirectories.map(({ name }) => `directory.${name}`));

/** A row each takes a hundred bytes or so, of the 1 MiB of a response. */
const MOST_ROWS = 1000;

const MOST_NAMES = 5;

/** A table or view on which the reader has permissions. */
interface ReaderPermission {
  /** With its schema. */
  readonly relation: string;
  readonly mayRead: boolean;
  readonly mayChange: boolean;
  /** Part of an extension, and so without data of the portal. */
  readonly isOfExtension: boolean;
}

/**
 * @param views - those that are there, with their schema.
 * @param asReader - whether the statements run as the reader: then it can log in, whatever the catalog says.
 */
export async function checkReader(
  execute: Execute,
  views: readonly string[],
  asReader: boolean,
): Promise<readonly Finding[]> {
  const [role] = await execute(roleStatement);
  if (role === undefined) {
    return [fail(READER, 'the role is missing: npm run db -- apply makes it')];
  }
  const canLogIn = role[0] === true || asReader;
  const [attributes = [], memberOf = []] = role.slice(1).map(listOf);
  if (attributes.includes('SUPERUSER')) {
    return [fail(READER, 'it is a superuser and may do everything: alter role … nosuperuser')];
  }
  const all = await readPermissions(execute);
  const ofExtensions = all.filter(({ isOfExtension }) => isOfExtension);
  const own = all.filter(({ isOfExtension }) => !isOfExtension);
  const readable = new Set(all.filter(({ mayRead }) => mayRead).map(({ relation }) => relation));
  const flaws = [
    ...(canLogIn ? [] : ['it cannot log in: npm run db -- apply gives it a password']),
    ...attributes.map(
      (attribute) =>
        `it has the attribute ${attribute}: alter role ${READER} no${attribute.toLowerCase()}`,
    ),
    ...memberOf.map(
      (group) =>
        `it is a member of ${group}, whose permissions it has: revoke ${group} from ${READER}`,
    ),
    ...views
      .filter((view) => !readable.has(view))
      .map((view) => `it cannot read ${view}: apply db/directory/reader.sql`),
    ...tooMany(
      'can read',
      own.filter(({ relation, mayRead }) => mayRead && !viewNames.has(relation)),
    ),
    ...tooMany(
      'may change',
      own.filter(({ mayChange }) => mayChange),
    ),
  ];
  return [
    ...(flaws.length === 0
      ? [ok(READER, 'it can log in, read the views and nothing else')]
      : flaws.map((flaw) => fail(READER, flaw))),
    ...(ofExtensions.length === 0
      ? []
      : [note(READER, `it can also use ${named(ofExtensions)}, which belong to extensions`)]),
  ];
}

const roleStatement = `select rolcanlogin,
  concat_ws(',', case when rolsuper then 'SUPERUSER' end, case when rolcreaterole then 'CREATEROLE' end,
    case when rolcreatedb then 'CREATEDB' end, case when rolreplication then 'REPLICATION' end,
    case when rolbypassrls then 'BYPASSRLS' end),
  coalesce((select string_agg(distinct roleid::regrole::text, ',') from pg_auth_members where member = r.oid), '')
from pg_roles r
where rolname = '${READER}'`;

function listOf(text: unknown): readonly string[] {
  return text === '' ? [] : String(text).split(',');
}

/** Permission for a single column counts: its rows can be read. */
const permissionsStatement = `select * from (
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
) as permissions
where may_read or may_change
order by relation
limit ${MOST_ROWS}`;

/** Outside the system's own schemas, which everyone may read. */
async function readPermissions(execute: Execute): Promise<readonly ReaderPermission[]> {
  const rows = await execute(permissionsStatement);
  return rows.map(([relation, mayRead, mayChange, isOfExtension]) => ({
    relation: String(relation),
    mayRead: mayRead === true,
    mayChange: mayChange === true,
    isOfExtension: isOfExtension === true,
  }));
}

function tooMany(what: string, permissions: readonly ReaderPermission[]): readonly string[] {
  if (permissions.length === 0) return [];
  return [`it ${what} ${named(permissions)}: revoke that from ${READER} or from public`];
}

function named(permissions: readonly ReaderPermission[]): string {
  const names = permissions.map(({ relation }) => relation);
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
