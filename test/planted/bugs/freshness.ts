/** What is served when, and what a visitor is told of its age. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const freshnessBugs: readonly PlantedBug[] = [
  ...bugsIn('lambda/directory/render.ts', ['test/lambda/answer.test.ts'], {
    'shows the present as the time of a stale answer': ['Math.min(snapshot.cachedAt, now)', 'now'],
    'gives a stale answer the lifetime of a fresh one': [
      'isFresh ? FRESH_SECONDS : STALE_SECONDS',
      'FRESH_SECONDS',
    ],
    'starts the lifetime anew with every answer from memory': [
      'Math.min(Math.max(lifetime - age, 0), lifetime)',
      'lifetime',
    ],
    'marks a stale answer as fresh': ['dataSource]: source', "dataSource]: 'database'"],
    'shows a time in the future': ['Math.min(snapshot.cachedAt, now)', 'snapshot.cachedAt'],
  }),
  ...bugsIn('lambda/directory/render.ts', ['test/lambda/render.test.ts'], {
    'gives a negative lifetime to an answer that is too old': [
      'Math.max(lifetime - age, 0)',
      'lifetime - age',
    ],
  }),
  ...bugsIn('lambda/directory/answer.ts', ['test/lambda/answer.test.ts'], {
    'takes the end of the read for the time of the list': [
      'return { rows, cachedAt, readMs: clock.elapsed() - startedAt };',
      'return { rows, cachedAt: clock.now(), readMs: clock.elapsed() - startedAt };',
    ],
    'answers from memory for ever': ['now >= since && now - since < memoryMs', 'now >= since'],
    'answers from memory after the clock was set back': ['now >= since && ', ''],
    'answers a refresh from memory': ['refresh === undefined ? memory : undefined', 'memory'],
    'forgets what it served when a read fails': [
      'newestOf(snapshotOf(copy), memory?.snapshot, now)',
      'newestOf(snapshotOf(copy), undefined, now)',
    ],
    'prefers its own older memory to a newer copy': [
      'copy.cachedAt > remembered.cachedAt ? copy : remembered',
      'remembered',
    ],
    'believes a copy from the future': ['  if (isFromFuture(copy, now)) return remembered;\n', ''],
  }),
  ...bugsIn('contract/http.ts', ['test/lambda/answer.test.ts'], {
    'lets shared caches keep a list for a day': [
      'public, max-age=${maxAgeSeconds}, stale-if-error',
      'public, max-age=${maxAgeSeconds}, s-maxage=86400, stale-if-error',
    ],
    'lets no cache bridge a failure': [
      'max-age=${maxAgeSeconds}, stale-if-error=${ONE_DAY_SECONDS}',
      'max-age=${maxAgeSeconds}',
    ],
  }),
];
