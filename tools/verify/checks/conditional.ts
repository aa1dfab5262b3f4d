/** That a client which has the list already is told so (RFC 9110, section 13.1.2: the weak comparison). */

import { header } from '../../../contract/http.ts';
import { decodedBody, headerOf, isFromCloudFront } from '../answer.ts';
import { corsFlaws } from '../cors.ts';
import type { Answer } from '../exchange.ts';
import { fail, type Finding, judged, note, pass } from '../finding.ts';
import { type Group, group } from '../group.ts';
import { headerFlaws } from '../like-get.ts';
import { BROWSER_ENCODINGS, type List } from '../list.ts';

const OTHER_TAG = 'W/"of-no-list"';

/** RFC 9110, section 15.4.5: what a 304 must carry along, and what is read here besides. */
const SAME_AS_GET = [
  header.etag,
  header.cacheControl,
  header.cachedAt,
  header.dataSource,
  header.vary,
];

const NOTHING = Buffer.alloc(0);

const NO_304 = 'not checked: no 304 came';

const ownTag = group((list: List) => askWith(list, tagOf(list)), {
  'answers 304 to its own ETag': isNotModified,

  'sends the headers of GET with a 304': (answer, list) =>
    answer.status === 304
      ? judged(headerFlaws(list, answer, SAME_AS_GET), 'it does')
      : note(NO_304),

  'sends no body with a 304': ({ status, hasBody }) => {
    if (status !== 304) return note(NO_304);
    return hasBody ? fail('bytes came after the headers') : pass('nothing came after the headers');
  },

  'lets every origin read a 304': (answer) =>
    answer.status === 304 ? judged(corsFlaws(answer), 'from any origin') : note(NO_304),
});

const strongForm = group((list: List) => askWith(list, tagOf(list).replace(/^W\//u, '')), {
  'answers 304 to the strong form of its ETag': isNotModifiedOrUndocumented,
});

const listOfTags = group((list: List) => askWith(list, `${OTHER_TAG}, ${tagOf(list)}`), {
  'answers 304 to a list with its ETag': isNotModifiedOrUndocumented,
});

const anyTag = group((list: List) => askWith(list, '*'), {
  'answers 304 to If-None-Match: *': isNotModifiedOrUndocumented,
});

const otherTag = group((list: List) => askWith(list, OTHER_TAG), {
  'answers 200 to another ETag': ({ status }) =>
    status === 200 ? pass('it answered 200') : fail(`it answered ${status}`),
});

export const conditional: readonly Group<List>[] = [
  ownTag,
  strongForm,
  listOfTags,
  anyTag,
  otherTag,
];

function askWith(list: List, tags: string): Promise<Answer> {
  return list.ask('GET', { ...BROWSER_ENCODINGS, [header.ifNoneMatch]: tags });
}

function tagOf(list: List): string {
  return headerOf(list.answer, header.etag) ?? OTHER_TAG;
}

async function isNotModified(answer: Answer, list: List): Promise<Finding> {
  if (headerOf(list.answer, header.etag) === undefined)
    return note('not checked: there is no ETag');
  if (answer.status === 304) return pass('it answered 304');

  const body = decodedBody(answer);
  const isOtherList =
    answer.status === 200 && body !== undefined && list.bytes?.equals(body) === false;
  const excuse = isOtherList ? await list.excuseFor(answer) : undefined;
  return excuse === undefined ? fail(`it answered ${answer.status}`) : note(excuse);
}

/** AWS documents a condition with the very ETag and no other: from CloudFront the whole list is right, too. */
async function isNotModifiedOrUndocumented(answer: Answer, list: List): Promise<Finding> {
  const found = await isNotModified(answer, list);
  const isWhole = answer.status === 200 && list.bytes?.equals(decodedBody(answer) ?? NOTHING);
  return found.result === 'fail' && isWhole === true && isFromCloudFront(answer)
    ? note('CloudFront answered 200 with the whole list: AWS does not document this condition')
    : found;
}
