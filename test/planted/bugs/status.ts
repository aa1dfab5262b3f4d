/** What `/status.json` says, and what is beside the lists. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const statusBugs: readonly PlantedBug[] = [
  ...bugsIn('lambda/status/handler.ts', ['test/lambda/status/handler.test.ts'], {
    'calls a list empty by design that nobody knows': [
      '  emptyByDesign: false,\n} as const',
      '  emptyByDesign: true,\n} as const',
    ],
    'calls every list empty by design': ['emptyByDesign: records === 0,', 'emptyByDesign: true,'],
    'calls a board empty by design whose jobs are not found': ['!countsOpenJobs', 'countsOpenJobs'],
    'calls an old copy fresh': ['const isFresh = ageMs < FRESH_MS;', 'const isFresh = true;'],
    'says for an hour that all is well while each refresh fails': [
      'refreshMs === undefined || ageMs < 2 * refreshMs + LATE_MS',
      'refreshMs === undefined || ageMs < 4 * refreshMs',
    ],
  }),
  ...bugsIn('lambda/feed/entries.ts', ['test/lambda/feed/handler.test.ts'], {
    'offers a job that has expired': ['Date.parse(end) > now', 'Date.parse(end) > 0'],
    'puts characters into a feed that XML cannot have': ["short.replace(NOT_IN_XML, '')", 'short'],
    'links to any address': ['/^https?:/u', '/^/u'],
  }),
  ...bugsIn('lambda/feed/formats.ts', ['test/lambda/feed/handler.test.ts'], {
    'makes markup of what people type': ['suppressEmptyNode: true,', 'processEntities: false,'],
  }),
  ...bugsIn('lambda/feed/handler.ts', ['test/lambda/feed/handler.test.ts'], {
    'keeps a feed for an hour of which half is missing': ['isWhole ?', 'true ?'],
  }),
  ...bugsIn('contract/site.ts', ['test/lambda/status/handler.test.ts'], {
    'keeps the status for an hour': ['${STATUS_SECONDS}', '${60 * STATUS_SECONDS}'],
  }),
  ...bugsIn('contract/site.ts', ['test/lib/templates.test.ts'], {
    'lets the page run any script': ['"script-src \'self\'",', '"script-src *",'],
  }),
  ...bugsIn('deploy/site.ts', ['test/deploy/site-step.test.ts'], {
    'publishes the page before its script': [
      '[...names.filter(isAsset), ...names.filter((name) => !isAsset(name))]',
      '[...names.filter((name) => !isAsset(name)), ...names.filter(isAsset)]',
    ],
  }),
  ...bugsIn('contract/site.ts', ['test/deploy/site-step.test.ts'], {
    'publishes the page under an example address': ['.replaceAll(EXAMPLE_ORIGIN, origin)', ''],
  }),
];
