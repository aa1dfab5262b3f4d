/** That HEAD tells what GET would, without the list. */

import { header } from '../../../contract/http.ts';
import { headerOf } from '../answer.ts';
import { fail, judged, note, pass } from '../finding.ts';
import { group } from '../group.ts';
import { headerFlaws } from '../like-get.ts';
import type { List } from '../list.ts';

const SAME_AS_GET = [
  header.contentType,
  header.cacheControl,
  header.cachedAt,
  header.dataSource,
  header.etag,
  header.vary,
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
];

export const head = group((list: List) => list.ask('HEAD'), {
  'answers HEAD like GET': async (answer, list) => {
    if (answer.status !== 200) return fail(`it answered ${answer.status}`);
    const flaws = headerFlaws(list, answer, SAME_AS_GET);
    const isOther = headerOf(answer, header.etag) !== headerOf(list.answer, header.etag);
    const excuse = isOther ? await list.excuseFor(answer) : undefined;
    return excuse === undefined ? judged(flaws, 'with the same headers') : note(excuse);
  },

  'sends no body with HEAD': ({ hasBody }) =>
    hasBody ? fail('bytes came after the headers') : pass('nothing came after the headers'),
});
