/** That the lists are read-only, and that nothing in a query string changes them. */

import { listMethods } from '../../../contract/routing.ts';
import { header } from '../../../contract/http.ts';
import { decodedBody, headerOf, isFromCloudFront } from '../answer.ts';
import { corsFlaws, lacking } from '../cors.ts';
import type { Answer } from '../exchange.ts';
import { fail, type Finding, judged, note, pass } from '../finding.ts';
import { type Group, group } from '../group.ts';
import { BROWSER_ENCODINGS, type List } from '../list.ts';
import { problemFlaws } from '../problem.ts';

const NO_BODY = { 'Content-Length': '0' };

export const methods: readonly Group<List>[] = [
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) =>
    group((list: List) => list.ask(method, NO_BODY), {
      [`refuses ${method}`]: isRefused,
      [`lets every origin read the answer to ${method}`]: (answer) =>
        isRefusedByCloudFront(answer)
          ? note("not checked: CloudFront's own 403")
          : judged(corsFlaws(answer), 'from any origin'),
    }),
  ),

  group((list: List) => list.ask('GET', BROWSER_ENCODINGS, '?page=2&limit=1'), {
    'ignores the query string': isTheWholeList,
  }),
];

function isRefused(answer: Answer): Finding {
  if (isRefusedByCloudFront(answer)) return note('CloudFront refused it with its own 403');
  if (answer.status !== 405) return fail(`it answered ${answer.status}`);
  const unnamed = lacking(answer, header.allow, listMethods.join(', '));
  return judged(
    [...unnamed.map((method) => `Allow lacks ${method}`), ...problemFlaws(answer)],
    'with 405',
  );
}

function isRefusedByCloudFront(answer: Answer): boolean {
  return answer.status === 403 && isFromCloudFront(answer);
}

async function isTheWholeList(answer: Answer, list: List): Promise<Finding> {
  if (answer.status !== 200) return fail(`it answered ${answer.status}`);
  const body = decodedBody(answer);
  const isSameTag = headerOf(answer, header.etag) === headerOf(list.answer, header.etag);
  const isSameBody = body !== undefined && list.bytes?.equals(body) === true;
  if (isSameTag && isSameBody) return pass('the same list');

  const excuse = isSameTag || isSameBody ? undefined : await list.excuseFor(answer);
  return excuse === undefined ? fail('?page=2&limit=1 gives another list') : note(excuse);
}
