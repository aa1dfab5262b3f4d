/** Reads `Cache-Control` and judges what it promises. */

import {
  FRESH_SECONDS,
  header,
  ONE_DAY_SECONDS,
  STALE_SECONDS,
  type DataSource,
} from '../../contract/http.ts';
import { headerOf } from './answer.ts';
import type { Answer } from './exchange.ts';

/** They forbid the reuse of an old answer in an outage, or keep it longer than the promised hour, or out of caches. */
const FORBIDDEN_DIRECTIVES = [
  's-maxage',
  'must-revalidate',
  'proxy-revalidate',
  'stale-while-revalidate',
  'private',
  'no-cache',
  'no-store',
];

export function directivesOf(answer: Answer): ReadonlyMap<string, string> {
  const directives = (headerOf(answer, header.cacheControl) ?? '').toLowerCase().split(',');
  return new Map(
    directives.map((directive) => {
      const [name = '', value = ''] = directive.split('=').map((part) => part.trim());
      return [name, value];
    }),
  );
}

/** Seconds, or `NaN` where the answer does not say. */
export function maxAgeOf(answer: Answer): number {
  const value = directivesOf(answer).get('max-age') ?? '';
  return /^\d+$/u.test(value) ? Number(value) : Number.NaN;
}

export function dataSourceOf(answer: Answer): DataSource | undefined {
  const value = headerOf(answer, header.dataSource);
  return value === 'database' || value === 'last-good' ? value : undefined;
}

export function lifetimeFlaws(answer: Answer): string[] {
  const maxAge = maxAgeOf(answer);
  if (!directivesOf(answer).has('public')) return ['Cache-Control lacks public'];
  if (Number.isNaN(maxAge)) return ['Cache-Control has no max-age'];
  const limit = dataSourceOf(answer) === 'last-good' ? STALE_SECONDS : FRESH_SECONDS;
  return maxAge > limit ? [`max-age is ${maxAge}, more than ${limit}`] : [];
}

export function forbiddenDirectives(answer: Answer): string[] {
  const directives = directivesOf(answer);
  return FORBIDDEN_DIRECTIVES.filter((name) => directives.has(name)).map(
    (name) => `Cache-Control has ${name}`,
  );
}

export function outageFlaws(answer: Answer): string[] {
  const value = directivesOf(answer).get('stale-if-error');
  if (value === undefined) return ['Cache-Control has no stale-if-error'];
  return value === String(ONE_DAY_SECONDS) ? [] : [`stale-if-error is not ${ONE_DAY_SECONDS}`];
}
