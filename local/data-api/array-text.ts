/** Reads PostgreSQL's text form of an array, `{a,"b c",NULL}` (manual, 8.15.6). */

import type { Text } from '../database/local-database.ts';
import { DataApiError } from './exceptions.ts';

const element = /"(?<quoted>(?:[^"\\]|\\[^])*)"|(?<plain>[^,{}"]+)/g;

/** @throws UnsupportedResultException for an array of arrays, as AWS does. */
export function parseArray(text: string): Text[] {
  if (!text.startsWith('{') || text.startsWith('{{')) {
    throw new DataApiError(
      'UnsupportedResultException',
      'The result contains a multidimensional array, which is not supported.',
    );
  }
  return [...text.matchAll(element)].map(({ groups }) => {
    if (groups?.['quoted'] !== undefined) return groups['quoted'].replaceAll(/\\([^])/g, '$1');
    return groups?.['plain'] === 'NULL' ? null : (groups?.['plain'] ?? null);
  });
}
