/** Registers the checks that the service at an address is the documented one, as anybody sees it from outside. */

import { askAt, directoryNames } from './answers.ts';
import { describeList } from './lists.ts';
import { describeRecords } from './records.ts';
import { describeSite } from './site.ts';

interface Options {
  readonly isStale?: boolean;
  /** How long an answer may take; any time by default. */
  readonly limitMs?: number;
}

/** @param address - ends in `/v1`, and is known when the tests run. */
export function conformance(
  address: () => string,
  { isStale = false, limitMs }: Options = {},
): void {
  const ask = askAt(address, limitMs);
  const source = isStale ? 'last-good' : 'database';
  describe.each(directoryNames)('%s', (name) => {
    describeList(ask, name, source);
  });
  describe('records', () => {
    describeRecords(ask);
  });
  describe('beside the lists', () => {
    describeSite(ask, isStale);
  });
}
