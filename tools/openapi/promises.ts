/** What a client may rely on in a description, a line each: `GET /jobs 200 ETag: string`, `Job.expires_at: string date-time or null`. */

import * as v from 'valibot';

import type { JsonObject } from './record-schemas.ts';

const methods = new Set(['get', 'head', 'options', 'put', 'post', 'patch', 'delete', 'trace']);

/** The operations, answers, headers and fields of an OpenAPI document. What may be absent ends with `?`. */
export function promisesOf(document: unknown): readonly string[] {
  const components = at(document, 'components');
  const resolved = (value: unknown): JsonObject => {
    const { $ref } = asObject(value);
    return typeof $ref === 'string' ? at(components, ...$ref.split('/').slice(2)) : asObject(value);
  };
  const promises: string[] = [];
  for (const [path, item] of entries(at(document, 'paths'))) {
    for (const [method, operation] of entries(item).filter(([name]) => methods.has(name))) {
      const place = `${method.toUpperCase()} ${path}`;
      promises.push(`${place}: ${String(at(operation)['operationId'])}`);
      for (const [status, response] of entries(at(operation, 'responses'))) {
        const { headers, content } = resolved(response);
        for (const [name, header] of entries(headers)) {
          const { required, schema } = resolved(header);
          promises.push(promise(`${place} ${status} ${name}`, schema, required === true));
        }
        for (const [type, media] of entries(content)) {
          promises.push(promise(`${place} ${status} ${type}`, at(media, 'schema')));
        }
      }
    }
  }
  for (const [name, schema] of entries(at(components, 'schemas'))) {
    promises.push(...promisesOfFields(name, schema));
  }
  return promises;
}

function promisesOfFields(name: string, schema: unknown): readonly string[] {
  const { properties, required } = asObject(schema);
  const promises: string[] = [];
  for (const [field, value] of entries(properties)) {
    const place = `${name}.${field}`;
    promises.push(promise(place, value, [required].flat().includes(field)));
    promises.push(...promisesOfFields(place, value));
  }
  return promises;
}

function promise(place: string, schema: unknown, isRequired = true): string {
  return `${place}${isRequired ? '' : '?'}: ${typeOf(asObject(schema))}`;
}

function typeOf({ $ref, const: only, enum: values, type, format, items }: JsonObject): string {
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (type === 'array') return `array of ${typeOf(asObject(items))}`;
  const [first = 'anything', ...others] = [type ?? []].flat();
  const details = [format, values ?? only].filter((detail) => detail !== undefined);
  const words = [first, ...details].map((each) =>
    typeof each === 'string' ? each : JSON.stringify(each),
  );
  return [words.join(' '), ...others.map(String)].join(' or ');
}

function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(asObject(value));
}

function at(root: unknown, ...names: readonly string[]): JsonObject {
  let value = asObject(root);
  for (const name of names) value = asObject(value[name]);
  return value;
}

function asObject(value: unknown): JsonObject {
  return v.is(v.looseObject({}), value) ? value : {};
}
