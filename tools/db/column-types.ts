/**
 * Which SQL types a column may have, so that what the service reads keeps the contract. The service reads records with
 * `row_to_json` (`lambda/directory/read.ts`), and what that makes of a type is what the contract has to accept.
 */

import type { Column } from './view-columns.ts';
import type { FieldKind } from './fields.ts';

interface Allowed {
  /** For people. */
  readonly words: string;
  readonly accepts: (column: Column) => boolean;
}

const allowed: Readonly<Record<FieldKind, Allowed>> = {
  text: { words: 'text, varchar or an enum', accepts: (column) => isText(column) },
  uuid: { words: 'uuid or text', accepts: (column) => isText(column) },
  date: {
    words: 'date or text',
    accepts: (column) => column.baseType === 'date' || isText(column),
  },
  // Without a zone the moment is not known, and the contract refuses it.
  'date-time': {
    words: 'timestamp with time zone or text',
    accepts: (column) => column.baseType === 'timestamptz' || isText(column),
  },
  integer: {
    words: 'smallint, integer or bigint',
    accepts: ({ baseType }) => /^int[248]$/u.test(baseType),
  },
  boolean: { words: 'boolean', accepts: ({ baseType }) => baseType === 'bool' },
  texts: {
    words: 'text[], varchar[], jsonb or json',
    accepts: (column) => /^[SE]$/u.test(column.elementCategory) || isJson(column),
  },
  objects: { words: 'json or jsonb', accepts: (column) => isJson(column) },
};

/** Pages begin behind the last id, which is compared as a uuid. */
const allowedForId: Allowed = {
  words: 'uuid',
  accepts: ({ baseType }) => baseType === 'uuid',
};

/** What the column may be, in words, where it is something else. */
export function wrongType(column: Column, kind: FieldKind): string | undefined {
  const { words, accepts } = allowedFor(column.name, kind);
  return accepts(column) ? undefined : words;
}

export function allowedTypes(name: string, kind: FieldKind): string {
  return allowedFor(name, kind).words;
}

function allowedFor(name: string, kind: FieldKind): Allowed {
  return name === 'id' ? allowedForId : allowed[kind];
}

/** PostgreSQL's categories: S strings, E enums. A uuid becomes a string of JSON like them. */
function isText({ baseType, category }: Column): boolean {
  return category === 'S' || category === 'E' || baseType === 'uuid';
}

function isJson({ baseType }: Column): boolean {
  return baseType === 'json' || baseType === 'jsonb';
}
