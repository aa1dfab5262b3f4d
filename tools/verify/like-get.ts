/** Whether an answer without a body has the headers of the answer to GET. */

import { header } from '../../contract/http.ts';
import { headerOf } from './answer.ts';
import type { Answer } from './exchange.ts';
import { forbiddenDirectives, lifetimeFlaws } from './lifetime.ts';
import type { List } from './list.ts';

/** Between two requests the database may be read again: then these are right and yet different. */
const MAY_DIFFER = new Set<string>([header.cachedAt, header.dataSource, header.cacheControl]);

/** `names`: the headers that GET has and this answer must have too. */
export function headerFlaws(list: List, answer: Answer, names: readonly string[]): string[] {
  const flaws = names.flatMap((name) => {
    const value = headerOf(answer, name);
    const ofGet = headerOf(list.answer, name);
    if (value === ofGet) return [];
    if (value === undefined) return [`${name} is missing`];
    return MAY_DIFFER.has(name) ? [] : [`${name} is not that of GET`];
  });
  return [...flaws, ...lifetimeFlaws(answer), ...forbiddenDirectives(answer)];
}
