/** The views in the schema `directory` beside the contract: what their columns are, and what they may be. */

import type { Execute } from '../../lambda/aws/data-api.ts';
import { recordDescription, schemaName, schemas } from '../openapi/schemas.ts';
import { allDirectories, type Directory } from '../../contract/directories.ts';
import type { Found } from './check.ts';

interface Column {
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

interface AllowedTypes {
  /** For people. */
  readonly types: string;
  readonly accepts: (column: Column) => boolean;
}

/**
 * Which SQL types a column may have, so that what the service reads keeps the contract. The service reads records with
 * `row_to_json`, and what that makes of a type is what the contract has to accept.
 */
const allowed = {
  // Pages begin behind the last id, which is compared as a uuid.
  id: { types: 'uuid', accepts: ({ baseType }) => baseType === 'uuid' },
  text: { types: 'text, varchar or an enum', accepts: isText },
  uuid: { types: 'uuid or text', accepts: isText },
  date: {
    types: 'date or text',
    accepts: (column) => column.baseType === 'date' || isText(column),
  },
  // Without a zone the moment is not known, and the contract refuses it.
  'date-time': {
    types: 'timestamp with time zone or text',
    accepts: (column) => column.baseType === 'timestamptz' || isText(column),
  },
  integer: {
    types: 'smallint, integer or bigint',
    accepts: ({ baseType }) => /^int[248]$/u.test(baseType),
  },
  boolean: { types: 'boolean', accepts: ({ baseType }) => baseType === 'bool' },
  texts: {
    types: 'text[], varchar[], jsonb or json',
    accepts: (column) => /^[SE]$/u.test(column.elementCategory) || isJson(column),
  },
  objects: { types: 'json or jsonb', accepts: isJson },
} satisfies Readonly<Record<string, AllowedTypes>>;

/** What was found, and the names of the views that are there, with their schema. */
export async function checkViews(
  execute: Execute,
): Promise<{ readonly found: readonly Found[]; readonly views: readonly string[] }> {
  const views = await readViews(execute);
  const [[hasSchema] = []] = await execute(`select to_regnamespace('directory') is not null`);
  const noSchema = 'the schema is missing: npm run db -- apply makes it and the views';
  return {
    views: [...views.keys()].map((name) => `directory.${name}`),
    found:
      hasSchema === true
        ? allDirectories.map((directory) => checkView(directory, views.get(directory.name)))
        : [{ subject: 'directory', flaws: [noSchema] }],
  };
}

/** The columns of each view that is there. */
async function readViews(execute: Execute): Promise<ReadonlyMap<string, readonly Column[]>> {
  const views = new Map<string, Column[]>();
  for (const row of await execute(columnsStatement)) {
    const [view = '', name = '', type = '', baseType = '', category = '', elementCategory = ''] =
      row.map(String);
    const column = { name, type, baseType, category, elementCategory };
    views.set(view, [...(views.get(view) ?? []), column]);
  }
  return views;
}

function checkView(directory: Directory, columns: readonly Column[] | undefined): Found {
  const subject = `directory.${directory.name}`;
  if (columns === undefined) {
    const example = `db/directory/${directory.name}.sql`;
    return { subject, flaws: [`the view is missing: write it like ${example} and apply it`] };
  }
  const { fields } = recordDescription(schemas(), schemaName(directory.record));
  const known = new Set(fields.map(({ name }) => name));
  return {
    subject,
    fine: `its ${fields.length} columns are as the contract has them`,
    flaws: fields.flatMap((field) => {
      const { name } = field;
      const { types, accepts } = allowedFor(field);
      const column = columns.find((candidate) => candidate.name === name);
      if (column === undefined) return [`the column "${name}" is missing; it may be ${types}`];
      return accepts(column) ? [] : [`the column "${name}" is ${column.type} and may be ${types}`];
    }),
    notes: columns
      .filter(({ name }) => !known.has(name))
      .map(({ name }) => `the column "${name}" is not part of the contract and is not published`),
  };
}

type Field = ReturnType<typeof recordDescription>['fields'][number];

/** @throws Error for a kind of field that the contract did not have when this was written. */
function allowedFor({ name, kind, format, isArray }: Field): AllowedTypes {
  if (name === 'id') return allowed.id;
  if (isArray) return kind === 'string' ? allowed.texts : allowed.objects;
  if (kind === 'boolean' || kind === 'integer') return allowed[kind];
  if (kind !== 'string') throw new Error(`${name}: no SQL type is known for ${kind}`);
  return format === 'uuid' || format === 'date' || format === 'date-time'
    ? allowed[format]
    : allowed.text;
}

/** PostgreSQL's categories: S strings, E enums. A uuid becomes a string of JSON like them. */
function isText({ baseType, category }: Column): boolean {
  return category === 'S' || category === 'E' || baseType === 'uuid';
}

function isJson({ baseType }: Column): boolean {
  return baseType === 'json' || baseType === 'jsonb';
}
