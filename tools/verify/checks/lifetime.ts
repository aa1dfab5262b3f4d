/** That caches may keep a list, and nobody sees an edit later than promised (interface, section 8). */

import { canonicalDateTime } from '../../../contract/date-time.ts';
import { FRESH_SECONDS, header } from '../../../contract/http.ts';
import { headerOf } from '../answer.ts';
import { fail, type Finding, judged, note, pass } from '../finding.ts';
import { group } from '../group.ts';
import {
  dataSourceOf,
  forbiddenDirectives,
  lifetimeFlaws,
  maxAgeOf,
  outageFlaws,
} from '../lifetime.ts';
import type { Answer } from '../exchange.ts';
import type { List } from '../list.ts';

/** Two computers rarely agree on the second. */
const CLOCK_DIFFERENCE_SECONDS = 10;

export const lifetime = group((list: List) => list.answer, {
  'may be kept by every cache, for at most one hour': (answer) =>
    judged(lifetimeFlaws(answer), `max-age is ${maxAgeOf(answer)}`),

  'forbids no reuse in an outage and stretches no lifetime': (answer) =>
    judged(forbiddenDirectives(answer), 'no such directive'),

  'may be served for a day while the service fails': (answer) =>
    judged(outageFlaws(answer), 'stale-if-error says so'),

  'says when the database was read': (answer) => {
    const cachedAt = headerOf(answer, header.cachedAt);
    if (cachedAt === undefined) return fail(`${header.cachedAt} is missing`);
    if (Number.isNaN(ageSeconds(answer))) return fail(`${header.cachedAt} is no moment in UTC`);
    return ageSeconds(answer) < -CLOCK_DIFFERENCE_SECONDS
      ? fail(`${header.cachedAt} is in the future`)
      : pass(`it was read at ${cachedAt}`);
  },

  'says whether the answer is fresh or stale': (answer) => {
    const source = dataSourceOf(answer);
    return source === undefined
      ? fail(`${header.dataSource} is neither database nor last-good`)
      : pass(`it comes from: ${source}`);
  },

  'shows an edit after at most one hour': promise,
});

/** By the time the last cache lets go of a fresh answer, what it holds is at most one hour old. */
function promise(answer: Answer): Finding {
  if (dataSourceOf(answer) === 'last-good') return note('the answer is stale: the service heals');

  const [maxAge, age] = [maxAgeOf(answer), Number(headerOf(answer, 'Age') ?? '0')];
  if (age > maxAge) return note('a cache serves an expired answer: the service behind it fails');

  const oldest = ageSeconds(answer) + maxAge - age;
  // Where a header is missing or malformed, the check of that header fails.
  if (Number.isNaN(oldest)) return note('not checked: the answer does not say how old it is');
  return oldest > FRESH_SECONDS + CLOCK_DIFFERENCE_SECONDS
    ? fail(`a cache may hold it until it is ${Math.round(oldest)} s old`)
    : pass(`no cache holds it when it is older than ${FRESH_SECONDS} s`);
}

function ageSeconds(answer: Answer): number {
  const cachedAt = headerOf(answer, header.cachedAt) ?? '';
  if (!cachedAt.endsWith('Z')) return Number.NaN;
  return (answer.receivedAt.getTime() - Date.parse(canonicalDateTime(cachedAt))) / 1000;
}
