/** The properties of a custom resource, in the shape that its step needs. */

import * as v from 'valibot';

export function parsedProperties<const S extends v.GenericSchema>(
  schema: S,
  properties: unknown,
): v.InferOutput<S> {
  const result = v.safeParse(schema, properties);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(
    `The property ${v.getDotPath(issue) ?? ''} of the custom resource is missing or wrong: ${issue.message}`,
  );
}
