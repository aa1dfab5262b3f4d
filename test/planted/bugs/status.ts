/** What `/status.json` says, and what is beside the lists. */

import type { PlantedBug } from '../planted-bug.ts';

const file = 'lambda/status/handler.ts';
const tests = ['test/lambda/status/handler.test.ts'];

export const statusBugs: readonly PlantedBug[] = [
  {
    name: 'calls a list empty by design that nobody knows',
    file,
    find: '  emptyByDesign: false,\n} as const',
    replace: '  emptyByDesign: true,\n} as const',
    tests,
  },
  {
    name: 'calls every list empty by design',
    file,
    find: 'emptyByDesign: records === 0,',
    replace: 'emptyByDesign: true,',
    tests,
  },
  {
    name: 'calls a board empty by design whose jobs are not found',
    file,
    find: '!countsOpenJobs(startups)) return jobs;',
    replace: 'countsOpenJobs(startups)) return jobs;',
    tests,
  },
  {
    name: 'calls an old copy fresh',
    file,
    find: 'const isFresh = ageMs < FRESH_MS;',
    replace: 'const isFresh = true;',
    tests,
  },
  {
    name: 'says for an hour that all is well while each refresh fails',
    file,
    find: 'refreshMs === undefined || ageMs < 2 * refreshMs + LATE_MS',
    replace: 'refreshMs === undefined || ageMs < 4 * refreshMs',
    tests,
  },
  {
    name: 'keeps the status for an hour',
    file: 'contract/site.ts',
    find: 'status: `public, max-age=${STATUS_SECONDS}`,',
    replace: 'status: `public, max-age=${60 * STATUS_SECONDS}`,',
    tests,
  },
  {
    name: 'lets the page run any script',
    file: 'contract/site.ts',
    find: '"script-src \'self\'",',
    replace: '"script-src *",',
    tests: ['test/lib/templates.test.ts'],
  },
  {
    name: 'publishes the page before its script',
    file: 'deploy/site.ts',
    find: '[...names.filter(isAsset), ...names.filter((name) => !isAsset(name))]',
    replace: '[...names.filter((name) => !isAsset(name)), ...names.filter(isAsset)]',
    tests: ['test/deploy/site-step.test.ts'],
  },
  {
    name: 'publishes the page under an example address',
    file: 'contract/site.ts',
    find: 'text.replaceAll(EXAMPLE_ORIGIN, origin)',
    replace: 'text',
    tests: ['test/deploy/site-step.test.ts'],
  },
];
