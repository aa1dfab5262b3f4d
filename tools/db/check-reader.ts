/** Whether the role `directory_reader` can do what the service needs, and nothing else. */

import { allDirectories } from '../../contract/directories.ts';
import { READER } from '../../deploy/database/reader-login.ts';
import { type Finding, fail, note, ok } from './finding.ts';
import type { ReaderRight, ReaderRole } from './reader-rights.ts';

const viewNames = new Set(allDirectories.map(({ name }) => `directory.${name}`));

/**
 * @param role - `undefined` where there is none.
 * @param views - those that are there, with their schema.
 */
export function checkReader(
  role: ReaderRole | undefined,
  rights: readonly ReaderRight[],
  views: readonly string[],
): readonly Finding[] {
  if (role === undefined) {
    return [fail(READER, 'the role is missing: npm run db -- apply makes it')];
  }
  if (role.attributes.includes('SUPERUSER')) {
    return [fail(READER, 'it is a superuser and may do everything: alter role … nosuperuser')];
  }
  const flaws = [...roleFlaws(role), ...missingRights(rights, views), ...tooManyRights(rights)];
  const extensions = rights.filter(({ isOfExtension }) => isOfExtension);
  return [
    ...(flaws.length === 0
      ? [ok(READER, 'it can log in, read the views and nothing else')]
      : flaws.map((flaw) => fail(READER, flaw))),
    ...(extensions.length === 0
      ? []
      : [note(READER, `it can also use ${named(extensions)}, which belong to extensions`)]),
  ];
}

function roleFlaws({ canLogIn, attributes, memberOf }: ReaderRole): readonly string[] {
  return [
    ...(canLogIn ? [] : ['it cannot log in: npm run db -- apply gives it a password']),
    ...attributes.map(
      (attribute) =>
        `it has the attribute ${attribute}: alter role ${READER} no${attribute.toLowerCase()}`,
    ),
    ...memberOf.map(
      (group) => `it is a member of ${group}, whose rights it has: revoke ${group} from ${READER}`,
    ),
  ];
}

function missingRights(
  rights: readonly ReaderRight[],
  views: readonly string[],
): readonly string[] {
  return views
    .filter((view) => !rights.some(({ relation, mayRead }) => relation === view && mayRead))
    .map((view) => `it cannot read ${view}: apply db/directory/reader.sql`);
}

function tooManyRights(rights: readonly ReaderRight[]): readonly string[] {
  const own = rights.filter(({ isOfExtension }) => !isOfExtension);
  const readable = own.filter(({ relation, mayRead }) => mayRead && !viewNames.has(relation));
  const changeable = own.filter(({ mayChange }) => mayChange);
  return [
    ...(readable.length === 0
      ? []
      : [`it can read ${named(readable)}: revoke that from ${READER} or from public`]),
    ...(changeable.length === 0
      ? []
      : [`it may change ${named(changeable)}: revoke that from ${READER} or from public`]),
  ];
}

const MOST_NAMES = 5;

function named(rights: readonly ReaderRight[]): string {
  const names = rights.map(({ relation }) => relation);
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
