/** The lists of the test data, as the client package brings them. */

import path from 'node:path';

export const fixturesFolder = path.join(import.meta.dirname, '../client/fixtures');

/** A record a line, so that a change of one shows as one. */
export function fixtureText(list: string): string {
  const records: unknown = JSON.parse(list);
  if (!Array.isArray(records)) throw new TypeError('What is served is no list');
  return `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`;
}
