/** The views in the schema `directory` beside the contract: what their columns are, and what they may be. */

import { toJsonSchema } from '@valibot/to-json-schema';

import { allDirectories, type Directory } from '../../contract/directories.ts';
import type { Execute } from '../../aws/data-api.ts';
import { type Finding, fail, note, ok } from './findings.ts';

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

/** How the JSON of a value has to look, as far as its SQL type decides that. */
type FieldKind =
  'text' | 'uuid' | 'date' | 'date-time' | 'integer' | 'boolean' | 'texts' | 'objects';

interface AllowedTypes {
  /** For people. */
  readonly types: string;
  readonly accepts: (column: Column) => boolean;
}

/**
 * Which SQL types a column may have, so that what the service reads keeps the contract. The service reads records with
 * `row_to_json`, and what that makes of a type is what the contract has to accept.
 */
const allowed: Readonly<Record<FieldKind | 'id', AllowedTypes>> = {
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
};

/** What was found, and the names of the views that are there, with their schema. */
export async function checkViews(
  execute: Execute,
): Promise<{ readonly findings: readonly Finding[]; readonly views: readonly string[] }> {
  const views = await readViews(execute);
  const [[hasSchema] = []] = await execute(`select to_regnamespace('directory') is not null`);
  return {
    views: [...views.keys()].map((name) => `directory.${name}`),
    findings:
      hasSchema === true
        ? allDirectories.flatMap((directory) => checkView(directory, views.get(directory.name)))
        : [fail('directory', 'the schema is missing: npm run db -- apply makes it and the views')],
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

function checkView(
  directory: Directory,
  columns: readonly Column[] | undefined,
): readonly Finding[] {
  const subject = `directory.${directory.name}`;
  if (columns === undefined) {
    return [
      fail(
        subject,
        `the view is missing: write it like db/directory/${directory.name}.sql and apply it`,
      ),
    ];
  }
  const fields = fieldsOf(directory);
  const flaws = fields.flatMap(({ name, allowed: { types, accepts } }) => {
    const column = columns.find((candidate) => candidate.name === name);
    if (column === undefined) return [`the column "${name}" is missing; it may be ${types}`];
    return accepts(column) ? [] : [`the column "${name}" is ${column.type} and may be ${types}`];
  });
  const known = new Set(fields.map(({ name }) => name));
  const extra = columns.filter(({ name }) => !known.has(name));
  return [
    ...(flaws.length === 0
      ? [ok(subject, `its ${fields.length} columns are as the contract has them`)]
      : flaws.map((flaw) => fail(subject, flaw))),
    ...extra.map(({ name }) =>
      note(subject, `the column "${name}" is not part of the contract and is not published`),
    ),
  ];
}

/** From the record schemas: there is no second list. */
function fieldsOf(directory: Directory) {
  const { properties = {} } = toJsonSchema(directory.record, {
    typeMode: 'output',
    ignoreActions: ['check', 'trim'],
    errorMode: 'throw',
  });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    // Pages begin behind the last id, which is compared as a uuid.
    allowed: allowed[name === 'id' ? 'id' : kindOf(`${directory.name}.${name}`, schema)],
  }));
}

/** The part of a JSON Schema that tells the kind. */
interface Schema {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly items?: unknown;
  readonly anyOf?: unknown;
}

/** @throws Error for a kind that the contract did not have when this was written. */
function kindOf(field: string, schema: unknown): FieldKind {
  const { type, format, items } = withoutNull(asSchema(schema));
  if (type === 'boolean' || type === 'integer') return type;
  if (type === 'array') return asSchema(items).type === 'string' ? 'texts' : 'objects';
  if (type === 'string') {
    return format === 'uuid' || format === 'date' || format === 'date-time' ? format : 'text';
  }
  throw new Error(`${field}: no SQL type is known for ${JSON.stringify(schema)}`);
}

/** `anyOf: [what it is, null]` is how a nullable value is written. */
function withoutNull(schema: Schema): Schema {
  if (!Array.isArray(schema.anyOf)) return schema;
  return schema.anyOf.map(asSchema).find(({ type }) => type !== 'null') ?? {};
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? value : {};
}

/** PostgreSQL's categories: S strings, E enums. A uuid becomes a string of JSON like them. */
function isText({ baseType, category }: Column): boolean {
  return category === 'S' || category === 'E' || baseType === 'uuid';
}

function isJson({ baseType }: Column): boolean {
  return baseType === 'json' || baseType === 'jsonb';
}
