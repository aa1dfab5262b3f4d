/** `npm run db -- check`: the database beside the contract. */

import { allDirectories } from '../../contract/directories.ts';
import type { Run } from '../../deploy/database/data-api.ts';
import { checkReader } from './check-reader.ts';
import { checkView } from './check-view.ts';
import { type Finding, fail } from './finding.ts';
import { readRights, readRole } from './reader-rights.ts';
import { hasDirectorySchema, readViews } from './view-columns.ts';

/** @param asReader - whether the statements run as the reader: then it can log in, whatever the catalog says. */
export async function check(run: Run, asReader = false): Promise<readonly Finding[]> {
  const views = await readViews(run);
  const role = await readRole(run);
  const rights = role === undefined ? [] : await readRights(run);
  return [
    ...((await hasDirectorySchema(run))
      ? allDirectories.flatMap((directory) => checkView(directory, views.get(directory.name)))
      : [fail('directory', 'the schema is missing: npm run db -- apply makes it and the views')]),
    ...checkReader(
      role === undefined ? undefined : { ...role, canLogIn: role.canLogIn || asReader },
      rights,
      [...views.keys()].map((name) => `directory.${name}`),
    ),
  ];
}
