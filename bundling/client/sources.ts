/** The part of the client's source that is made from the published description, by its place in the repository. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import { root } from '../modules.ts';
import { recordTypes } from './record-types.ts';
import { schemaRecords } from './schema-records.ts';
import { shapeTable } from './shape-table.ts';

/** OpenAPI, or JSON Schema. */
interface Description {
  readonly components?: { readonly schemas?: unknown };
  readonly $defs?: unknown;
}

const DESCRIPTION = 'docs/v1.schema.json';

export async function clientSources(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path.join(root, DESCRIPTION), 'utf8');
  const description: Description = JSON.parse(text);
  const records = schemaRecords(description.components?.schemas ?? description.$defs);
  return new Map([
    ['client/src/records.ts', await formatted('client/src/records.ts', recordTypes(records))],
    ['client/src/shapes.ts', await formatted('client/src/shapes.ts', shapeTable(records))],
  ]);
}

async function formatted(file: string, text: string): Promise<string> {
  const filepath = path.join(root, file);
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}
