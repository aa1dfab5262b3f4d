/** The other headers of a list. */

import { header, securityHeaders } from '../../../contract/http.ts';
import { headerOf, membersOf } from '../answer.ts';
import { corsFlaws } from '../cors.ts';
import { fail, judged, pass } from '../finding.ts';
import { group } from '../group.ts';
import type { List } from '../list.ts';

const WEAK_ETAG = /^W\/"[\x21\x23-\x7e]*"$/u;

export const headers = group((list: List) => list.answer, {
  'carries a weak ETag': (answer) => {
    const etag = headerOf(answer, header.etag);
    if (etag === undefined) return fail('ETag is missing');
    return WEAK_ETAG.test(etag) ? pass(`ETag is ${etag}`) : fail('ETag is not a weak one');
  },

  'varies by Accept-Encoding and nothing else': (answer) => {
    const members = membersOf(answer, header.vary);
    const isRight = members.size === 1 && members.has(header.acceptEncoding.toLowerCase());
    return isRight
      ? pass('Vary is Accept-Encoding')
      : fail(members.size === 0 ? 'Vary is missing' : `Vary is ${[...members].join(', ')}`);
  },

  'sets no cookie': (answer) =>
    headerOf(answer, 'Set-Cookie') === undefined ? pass('none') : fail('Set-Cookie is there'),

  'forbids browsers to guess the type': (answer) => {
    const wrong = Object.entries(securityHeaders).filter(
      ([name, value]) => headerOf(answer, name) !== value,
    );
    return judged(
      wrong.map(([name, value]) => `${name} is not ${value}`),
      'it says nosniff',
    );
  },

  'lets every origin read a 200': (answer) => judged(corsFlaws(answer), 'from any origin'),
});
