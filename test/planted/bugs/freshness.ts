/** What is served when, and what a visitor is told of its age. */

import type { PlantedBug } from '../planted-bug.ts';

const answer = ['test/lambda/answer.test.ts'];
const render = ['test/lambda/render.test.ts'];

export const freshnessBugs: readonly PlantedBug[] = [
  {
    name: 'shows the present as the time of a stale answer',
    file: 'lambda/directory/render.ts',
    find: 'new Date(Math.min(snapshot.cachedAt, now)).toISOString()',
    replace: 'new Date(now).toISOString()',
    tests: answer,
  },
  {
    name: 'gives a stale answer the lifetime of a fresh one',
    file: 'lambda/directory/render.ts',
    find: 'isFresh ? FRESH_SECONDS : STALE_SECONDS',
    replace: 'FRESH_SECONDS',
    tests: answer,
  },
  {
    name: 'starts the lifetime anew with every answer from memory',
    file: 'lambda/directory/render.ts',
    find: 'Math.min(Math.max(lifetime - age, 0), lifetime)',
    replace: 'lifetime',
    tests: answer,
  },
  {
    name: 'gives a negative lifetime to an answer that is too old',
    file: 'lambda/directory/render.ts',
    find: 'Math.max(lifetime - age, 0)',
    replace: 'lifetime - age',
    tests: render,
  },
  {
    name: 'marks a stale answer as fresh',
    file: 'lambda/directory/render.ts',
    find: '[header.dataSource]: source,',
    replace: "[header.dataSource]: 'database',",
    tests: answer,
  },
  {
    name: 'shows a time in the future',
    file: 'lambda/directory/render.ts',
    find: 'Math.min(snapshot.cachedAt, now)',
    replace: 'snapshot.cachedAt',
    tests: answer,
  },
  {
    name: 'takes the end of the read for the time of the list',
    file: 'lambda/directory/answer.ts',
    find: 'return { rows, cachedAt, readMs: clock.elapsed() - startedAt };',
    replace: 'return { rows, cachedAt: clock.now(), readMs: clock.elapsed() - startedAt };',
    tests: answer,
  },
  {
    name: 'lets shared caches keep a list for a day',
    file: 'contract/http.ts',
    find: 'public, max-age=${maxAgeSeconds}, stale-if-error',
    replace: 'public, max-age=${maxAgeSeconds}, s-maxage=86400, stale-if-error',
    tests: answer,
  },
  {
    name: 'lets no cache bridge a failure',
    file: 'contract/http.ts',
    find: 'max-age=${maxAgeSeconds}, stale-if-error=${ONE_DAY_SECONDS}',
    replace: 'max-age=${maxAgeSeconds}',
    tests: answer,
  },
  {
    name: 'answers from memory for ever',
    file: 'lambda/directory/answer.ts',
    find: 'now >= since && now - since < memoryMs',
    replace: 'now >= since',
    tests: answer,
  },
  {
    name: 'answers from memory after the clock was set back',
    file: 'lambda/directory/answer.ts',
    find: 'now >= since && now - since < memoryMs',
    replace: 'now - since < memoryMs',
    tests: answer,
  },
  {
    name: 'answers a refresh from memory',
    file: 'lambda/directory/answer.ts',
    find: 'refresh === undefined ? memory : undefined',
    replace: 'memory',
    tests: answer,
  },
  {
    name: 'forgets what it served when a read fails',
    file: 'lambda/directory/answer.ts',
    find: 'newestOf(snapshotOf(copy), remembered, now)',
    replace: 'newestOf(snapshotOf(copy), undefined, now)',
    tests: answer,
  },
  {
    name: 'prefers its own older memory to a newer copy',
    file: 'lambda/directory/answer.ts',
    find: 'copy.cachedAt > remembered.cachedAt ? copy : remembered',
    replace: 'remembered',
    tests: answer,
  },
  {
    name: 'believes a copy from the future',
    file: 'lambda/directory/answer.ts',
    find: '  if (isFromFuture(copy, now)) return remembered;\n',
    replace: '',
    tests: answer,
  },
];
