/** What the page and the client package do with the lists. */

import type { PlantedBug } from '../planted-bug.ts';

const cachedList = ['test/client/cached-list.test.ts'];

export const clientBugs: readonly PlantedBug[] = [
  {
    name: 'links an address of a record that is a script',
    file: 'page/text.ts',
    find: "return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;",
    replace: 'return url?.href;',
    tests: ['test/page/text.test.ts'],
  },
  {
    name: 'keeps a list in the client for an hour more than it lay in a cache',
    file: 'client/src/cached-list.ts',
    find: 'Number(maxAge) - (wholeSeconds(age) ?? 0)',
    replace: 'Number(maxAge) + 0 * (wholeSeconds(age) ?? 0)',
    tests: cachedList,
  },
  {
    name: 'takes the answer of a browser cache for new',
    file: 'client/src/cached-list.ts',
    find: 'isFirst ? Math.min(lifetime, leftMs(cached.list, since)) : lifetime',
    replace: 'lifetime',
    tests: cachedList,
  },
  {
    name: 'sends the client the whole list each hour',
    file: 'client/src/request.ts',
    find: "previous?.etag === undefined ? {} : { 'If-None-Match': previous.etag }",
    replace: '{}',
    tests: cachedList,
  },
  {
    name: 'asks a failing service again at once',
    file: 'client/src/request.ts',
    find: 'Math.min(Math.max(seconds, 1), LONGEST_RETRY_SECONDS)',
    replace: '0 * seconds',
    tests: ['test/client/failing-service.test.ts'],
  },
  {
    name: 'hides from the client that a record was left out',
    file: 'client/src/check-records.ts',
    find: 'if (misfit !== undefined) problems.push(',
    replace: 'if (misfit === undefined) problems.push(',
    tests: ['test/client/records.test.ts'],
  },
];
