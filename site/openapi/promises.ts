/** What a client may rely on in a description. */

/** Prose and examples, and what narrows a value: no client breaks where they change. */
const FREE = new Set(
  'info servers tags summary description example examples pattern maxLength minimum'.split(' '),
);

/** Everything else, a line each: `components.schemas.Job.properties.title.type: "string"`. */
export function promisesOf(described: unknown, place = ''): readonly string[] {
  if (typeof described !== 'object' || described === null || Array.isArray(described)) {
    return [`${place}: ${JSON.stringify(described)}`];
  }
  return Object.entries(described).flatMap(([name, value]: [string, unknown]) => {
    const at = place === '' ? name : `${place}.${name}`;
    if (FREE.has(name) && !at.endsWith(`properties.${name}`)) return [];
    // Of required fields each is a promise: there may be more.
    const isRequired = name === 'required' && Array.isArray(value);
    return isRequired ? value.flatMap((field) => promisesOf(field, at)) : promisesOf(value, at);
  });
}
