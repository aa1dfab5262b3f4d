/** Registers the checks as Jest tests, which test from outside whether a service matches its documentation. */

import { askAt, directoryNames } from './answers.ts';
import { describeList } from './lists.ts';
import { describeRecords } from './records.ts';
import { describeSite } from './site.ts';

interface Options {
  readonly isStale?: boolean;
  /** Timeout of an answer. Default: none. */
  readonly limitMs?: number;
}

/**
 * @param address - returns an address that ends in `/v1`. Called only while the tests run, because the service may not have
 * started when they are registered.
 */
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
  describe('other paths', () => {
    describeSite(ask, isStale);
  });
}
