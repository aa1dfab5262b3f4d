/** The part of the client's source that is made from the published description. */

import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import { root } from '../modules.ts';
import { schemas } from '../openapi/schemas.ts';
import { recordTypes } from './record-types.ts';
import { schemaRecords } from './schema-records.ts';
import { shapeTable } from './shape-table.ts';

export interface SourceFile {
  /** From the repository's folder. */
  readonly name: string;
  readonly text: string;
}

/** What the lists hold, and what that holds. */
const RECORDS = ['Startup', 'Enrollment', 'Founder', 'Job'];

export async function clientSources(): Promise<readonly SourceFile[]> {
  const records = schemaRecords(schemas(), RECORDS);
  return Promise.all([
    formatted('client/src/records.ts', recordTypes(records)),
    formatted('client/src/shapes.ts', shapeTable(records)),
  ]);
}

async function formatted(name: string, text: string): Promise<SourceFile> {
  const filepath = path.join(root, name);
  const options = { ...(await resolveConfig(filepath)), filepath };
  return { name, text: await format(text, options) };
}
