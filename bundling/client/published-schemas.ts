/** The schemas of the published description, by name. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../modules.ts';

const DESCRIPTION = 'docs/v1.schema.json';

/** The `$defs` of a JSON Schema document, or the `components.schemas` of an OpenAPI description. */
export async function publishedSchemas(): Promise<unknown> {
  const description: unknown = JSON.parse(await readFile(path.join(root, DESCRIPTION), 'utf8'));
  return part(description, '$defs') ?? part(part(description, 'components'), 'schemas');
}

function part(of: unknown, name: string): unknown {
  const parts: ReadonlyMap<string, unknown> = new Map(Object.entries(of ?? {}));
  return parts.get(name);
}
