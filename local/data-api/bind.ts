/** Turns a statement with named, typed parameters into one with `$1`, `$2`, ... that PostgreSQL takes. */

import type { Text } from '../database/local-database.ts';
import { DataApiError } from './exceptions.ts';
import { cutAtParameters } from './named-parameters.ts';
import type { Parameter, Value } from './requests.ts';

export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly Text[];
}

interface TypedText {
  readonly text: Text;
  /** PostgreSQL type that AWS gives the value, so that `enum_column = :x` fails here as it does there. */
  readonly type?: string;
}

/** Type and accepted form of a string with a hint (SqlParameter.typeHint in the API reference). */
const hints = {
  JSON: { type: 'json', form: /[^]/ },
  UUID: { type: 'uuid', form: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i },
  TIMESTAMP: { type: 'timestamp', form: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?$/ },
  DATE: { type: 'date', form: /^\d{4}-\d\d-\d\d$/ },
  TIME: { type: 'time', form: /^\d\d:\d\d:\d\d(\.\d{1,3})?$/ },
  DECIMAL: { type: 'numeric', form: /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i },
} as const;

/** @throws BadRequestException where a parameter is missing or cannot be sent. */
export function bind(sql: string, parameters: readonly Parameter[]): BoundStatement {
  const { texts, names } = cutAtParameters(sql);
  const numbers = new Map<string, { number: number; value: TypedText }>();

  const parts = names.map((name, index) => {
    const known = numbers.get(name) ?? {
      number: numbers.size + 1,
      value: lookUp(name, parameters),
    };
    numbers.set(name, known);
    const cast = known.value.type === undefined ? '' : `::${known.value.type}`;
    return `${texts[index] ?? ''}$${known.number}${cast}`;
  });
  return {
    sql: parts.join('') + (texts.at(-1) ?? ''),
    values: [...numbers.values()].map(({ value }) => value.text),
  };
}

function lookUp(name: string, parameters: readonly Parameter[]): TypedText {
  const parameter = parameters.find((candidate) => candidate.name === name);
  if (parameter?.value === undefined) throw badRequest(`Cannot find parameter: ${name}`);
  const { typeHint, value } = parameter;
  if (typeHint === undefined) return typed(name, value);

  const { type, form } = hints[typeHint];
  if (value.isNull === true) return { text: null, type };
  if (value.stringValue === undefined || !form.test(value.stringValue)) {
    throw badRequest(`Parameter ${name} does not have the form of its type hint ${typeHint}`);
  }
  return { text: value.stringValue, type };
}

function typed(name: string, value: Value): TypedText {
  if (value.isNull === true) return { text: null };
  if (value.stringValue !== undefined) return { text: value.stringValue, type: 'text' };
  if (value.longValue !== undefined) return { text: String(value.longValue), type: 'int8' };
  if (value.doubleValue !== undefined) return { text: String(value.doubleValue), type: 'float8' };
  if (value.booleanValue !== undefined) return { text: String(value.booleanValue), type: 'bool' };
  if (value.blobValue !== undefined) return { text: hexOf(value.blobValue), type: 'bytea' };
  if (value.arrayValue !== undefined) throw badRequest('Array parameters are not supported.');
  throw badRequest(`Parameter ${name} has no value`);
}

function hexOf(base64: string): string {
  return `\\x${Buffer.from(base64, 'base64').toString('hex')}`;
}

function badRequest(message: string): DataApiError {
  return new DataApiError('BadRequestException', message);
}
