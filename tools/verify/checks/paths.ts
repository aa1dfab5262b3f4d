/** That there are three lists and nothing else: no detail route, no second spelling. */

import { corsFlaws } from '../cors.ts';
import { header } from '../../../contract/http.ts';
import { headerOf } from '../answer.ts';
import type { Client } from '../client.ts';
import type { Answer } from '../exchange.ts';
import { fail, judged } from '../finding.ts';
import { type Group, group } from '../group.ts';
import { directivesOf, maxAgeOf } from '../lifetime.ts';
import { problemFlaws } from '../problem.ts';

/** An answer to a mistaken address is soon asked for again. */
const LONGEST_404_SECONDS = 60;

const UNKNOWN_PATHS = [
  '/v1',
  '/v1/nope',
  '/v1/startups/',
  '/v1/startups/some-slug',
  '/v1/STARTUPS',
];

export const paths: readonly Group<Client>[] = UNKNOWN_PATHS.map((path) =>
  group((client: Client) => client.ask('GET', path, {}), {
    [`answers 404 to ${path}`]: (answer) =>
      answer.status === 404
        ? judged(problemFlaws(answer), 'with a problem in JSON')
        : fail(`it answered ${answer.status}`),

    [`keeps the answer to ${path} out of caches`]: (answer) =>
      judged(
        keptTooLong(answer),
        `Cache-Control is ${headerOf(answer, header.cacheControl) ?? 'missing'}`,
      ),

    [`lets every origin read the answer to ${path}`]: (answer) =>
      judged(corsFlaws(answer), 'from any origin'),
  }),
);

function keptTooLong(answer: Answer): string[] {
  if (directivesOf(answer).has('no-store')) return [];
  const maxAge = maxAgeOf(answer);
  return maxAge > LONGEST_404_SECONDS
    ? [`max-age is ${maxAge}, more than ${LONGEST_404_SECONDS}`]
    : [];
}
