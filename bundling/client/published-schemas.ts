/** The schemas of the published description, by name. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../modules.ts';

/** The first that there is. */
const DESCRIPTIONS = ['docs/openapi.json', 'docs/v1.schema.json'];

/** The `$defs` of a JSON Schema document, or the `components.schemas` of an OpenAPI description. */
export async function publishedSchemas(): Promise<unknown> {
  const file = DESCRIPTIONS.map((name) => path.join(root, name)).find((each) => existsSync(each));
  if (file === undefined) throw new Error(`There is no ${DESCRIPTIONS.join(' and no ')}`);
  const description: unknown = JSON.parse(await readFile(file, 'utf8'));
  return part(description, '$defs') ?? part(part(description, 'components'), 'schemas');
}

function part(of: unknown, name: string): unknown {
  const parts: ReadonlyMap<string, unknown> = new Map(Object.entries(of ?? {}));
  return parts.get(name);
}
