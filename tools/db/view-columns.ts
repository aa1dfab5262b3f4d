/** The columns of the views in the schema `directory`, as the database's catalog has them. */

import { allDirectories } from '../../contract/directories.ts';
import type { Run } from '../../deploy/database/data-api.ts';

export interface Column {
  readonly name: string;
  /** As a person writes it: `timestamp with time zone`, `text[]`. */
  readonly type: string;
  /** As the catalog has it: `timestamptz`, `_text`; of a domain, what is below it. */
  readonly baseType: string;
  /** PostgreSQL's category of the type (`pg_type.typcategory`), and of an array's elements. */
  readonly category: string;
  readonly elementCategory: string;
}

const viewNames = allDirectories.map(({ name }) => `'${name}'`).join(', ');

const columnsStatement = `select c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod),
  base.typname::text, base.typcategory::text, coalesce(element.typcategory::text, '')
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
join pg_type base on base.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
left join pg_type element on element.oid = base.typelem and base.typcategory = 'A'
where c.relnamespace = to_regnamespace('directory') and c.relkind in ('v', 'm', 'r', 'p', 'f')
  and c.relname in (${viewNames})
order by c.relname, a.attnum`;

export async function hasDirectorySchema(run: Run): Promise<boolean> {
  const [[exists] = []] = await run(`select to_regnamespace('directory') is not null`);
  return exists === true;
}

/** The columns of each view that is there. */
export async function readViews(run: Run): Promise<ReadonlyMap<string, readonly Column[]>> {
  const views = new Map<string, Column[]>();
  for (const row of await run(columnsStatement)) {
    const [view = '', name = '', type = '', baseType = '', category = '', elementCategory = ''] =
      row.map(String);
    const column = { name, type, baseType, category, elementCategory };
    views.set(view, [...(views.get(view) ?? []), column]);
  }
  return views;
}
