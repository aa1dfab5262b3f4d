/** That a hand-written conditional fetch works from a browser on any origin. */

import { header, preflightHeaders } from '../../../contract/http.ts';
import { headerOf } from '../answer.ts';
import { corsFlaws, lacking } from '../cors.ts';
import { fail, judged, pass } from '../finding.ts';
import { group } from '../group.ts';
import type { List } from '../list.ts';

const PREFLIGHT = {
  Origin: 'https://example.com',
  'Access-Control-Request-Method': 'GET',
  'Access-Control-Request-Headers': header.ifNoneMatch.toLowerCase(),
};

export const preflight = group((list: List) => list.ask('OPTIONS', PREFLIGHT), {
  'answers a preflight with 204': ({ status, hasBody }) => {
    if (status !== 204) return fail(`it answered ${status}`);
    return hasBody ? fail('the 204 has a body') : pass('without a body');
  },

  'allows GET, HEAD and If-None-Match for a day': (answer) => {
    const { 'Access-Control-Max-Age': maxAge, ...lists } = preflightHeaders;
    const flaws = Object.entries(lists).flatMap(([name, wanted]) =>
      lacking(answer, name, wanted).map((member) => `${name} lacks ${member}`),
    );
    if (headerOf(answer, 'Access-Control-Max-Age') !== maxAge) {
      flaws.push(`Access-Control-Max-Age is not ${maxAge}`);
    }
    return judged(flaws, 'the preflight says so');
  },

  'lets every origin read a 204': (answer) => judged(corsFlaws(answer), 'from any origin'),
});
