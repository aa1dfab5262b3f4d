/** Whether a list is as the published description says. */

import type { DirectoryName } from '../../contract/directories.ts';
import { againstSchema, described } from '../support/openapi/published.ts';

/** Where the list departs from its schema; nothing where it satisfies it. */
export function departures(name: DirectoryName, list: unknown): string[] {
  const schema = described(`/${name}`, '200').content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`The list of ${name} is not described`);
  return againstSchema(schema, list, name);
}
