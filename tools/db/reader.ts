/** Whether the role `directory_reader` can do what the service needs, and nothing else. */

import { allDirectories } from '../../contract/directories.ts';
import type { Execute, Row } from '../../lambda/aws/data-api.ts';
import { READER } from '../../lambda/deploy/reader-login.ts';
import type { Found } from './check.ts';

const viewNames = new Set(allDirectories.map(({ name }) => `directory.${name}`));

/** A row each takes a hundred bytes or so, of the 1 MiB of a response. */
const MOST_ROWS = 1000;

const MOST_NAMES = 5;

/**
 * @param views - those that are there, with their schema.
 * @param asReader - whether the statements run as the reader: then it can log in, whatever the catalog says.
 */
export async function checkReader(
  execute: Execute,
  views: readonly string[],
  asReader: boolean,
): Promise<Found> {
  const subject = READER;
  const [role] = await execute(roleStatement);
  if (role === undefined) {
    return { subject, flaws: ['the role is missing: npm run db -- apply makes it'] };
  }
  const canLogIn = role[0] === true || asReader;
  const [attributes = [], memberOf = []] = role.slice(1).map(listOf);
  if (attributes.includes('SUPERUSER')) {
    const flaw = 'it is a superuser and may do everything: alter role … nosuperuser';
    return { subject, flaws: [flaw] };
  }
  const permissions = await execute(permissionsStatement);
  const relations = (isMeant: (row: Row) => boolean) =>
    permissions.filter(isMeant).map(([relation]) => String(relation));
  const readable = relations(([, mayRead]) => mayRead === true);
  const tooMany = {
    'can read': relations(
      ([relation, mayRead, , isOfExtension]) =>
        mayRead === true && isOfExtension !== true && !viewNames.has(String(relation)),
    ),
    'may change': relations(
      ([, , mayChange, isOfExtension]) => mayChange === true && isOfExtension !== true,
    ),
  };
  const ofExtensions = relations(([, , , isOfExtension]) => isOfExtension === true);
  return {
    subject,
    fine: 'it can log in, read the views and nothing else',
    flaws: [
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
        .filter((view) => !readable.includes(view))
        .map((view) => `it cannot read ${view}: apply db/directory/reader.sql`),
      ...Object.entries(tooMany)
        .filter(([, names]) => names.length > 0)
        .map(
          ([what, names]) =>
            `it ${what} ${firstOf(names)}: revoke that from ${READER} or from public`,
        ),
    ],
    notes:
      ofExtensions.length === 0
        ? []
        : [`it can also use ${firstOf(ofExtensions)}, which belong to extensions`],
  };
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

/**
 * The tables and views on which the reader has permissions, outside the system's own schemas, which everyone may read.
 * Permission for a single column counts: its rows can be read. What is part of an extension is without data of the portal.
 */
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

function firstOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
