/** What the page and the client package do with the lists. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const clientBugs: readonly PlantedBug[] = [
  ...bugsIn('page/text.ts', ['test/page/text.test.ts'], {
    'links an address of a record that is a script': [
      "return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;",
      'return url?.href;',
    ],
  }),
  ...bugsIn('page/explorer/csv.ts', ['test/page/csv.test.ts'], {
    'saves a cell that a spreadsheet runs': [
      'return STARTS_AS_FORMULA.test(text)',
      'return /^[=+@-]/u.test(text)',
    ],
  }),
  ...bugsIn('page/live.ts', ['test/page/explorer.test.ts'], {
    'shows an expired job once its list is loaded': [
      'if (open.length === records.length) return lists;',
      'if (open.length <= records.length) return lists;',
    ],
  }),
  ...bugsIn('client/src/cached-list.ts', ['test/client/cached-list.test.ts'], {
    'keeps a list in the client for an hour more than it lay in a cache': [
      'Number(maxAge) - (wholeSeconds(age) ?? 0)',
      'Number(maxAge) + 0 * (wholeSeconds(age) ?? 0)',
    ],
    'takes the answer of a browser cache for new': [
      'isFirst ? Math.min(lifetime, leftMs(list, since)) : lifetime',
      'lifetime',
    ],
  }),
  ...bugsIn('client/src/cached-list.ts', ['test/client/storage.test.ts'], {
    'keeps who was taken down in the storage of visitors for ever': [
      '!isFresh({ ...cached, forMs: keepMs }, now())',
      '!isFresh({ ...cached, forMs: Infinity }, now())',
    ],
  }),
  ...bugsIn('client/src/stored-answer.ts', ['test/client/storage.test.ts'], {
    'takes half of a stored list for a whole one': [
      '|| facts.length !== body.text.length',
      '|| facts.length === undefined',
    ],
  }),
  ...bugsIn('client/src/request.ts', ['test/client/cached-list.test.ts'], {
    'sends the client the whole list each hour': [
      "previous?.etag === undefined ? {} : { 'If-None-Match': previous.etag }",
      '{}',
    ],
  }),
  ...bugsIn('client/src/request.ts', ['test/client/failing-service.test.ts'], {
    'asks a failing service again at once': [
      'Math.min(Math.max(seconds, 1), LONGEST_RETRY_SECONDS)',
      '0 * seconds',
    ],
  }),
  ...bugsIn('client/src/check-records.ts', ['test/client/records.test.ts'], {
    'hides from the client that a record was left out': [
      'if (misfit !== undefined) problems.push(',
      'if (misfit === undefined) problems.push(',
    ],
    'lets one caller of the client rename a startup for all others': [
      'for (const each of Object.values(value)) frozen(each);',
      '',
    ],
  }),
];
