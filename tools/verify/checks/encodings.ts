/** That the list comes in the encoding the client takes, and is the same list in each. */

import { header } from '../../../contract/http.ts';
import { decodedBody, encodingOf, headerOf, isFromCloudFront } from '../answer.ts';
import type { Answer } from '../exchange.ts';
import { fail, type Finding, note, pass } from '../finding.ts';
import { type Group, group } from '../group.ts';
import type { List } from '../list.ts';
import { problemFlaws } from '../problem.ts';

/** CloudFront, too, leaves smaller bodies as they are. */
const WORTH_ENCODING_BYTES = 1000;

export const encodings: readonly Group<List>[] = [
  group((list: List) => askFor(list, 'br'), {
    'sends brotli where only brotli is taken': (answer, list) => isSentIn('br', answer, list),
    'sends the same list in brotli': isSameList,
  }),

  group((list: List) => askFor(list, 'gzip'), {
    'sends gzip where only gzip is taken': (answer, list) => isSentIn('gzip', answer, list),
    'sends the same list in gzip': isSameList,
  }),

  group((list: List) => askFor(list, 'br;q=0, gzip'), {
    'sends no encoding that the client refuses': (answer) => {
      if (encodingOf(answer) !== 'br') return pass(`br;q=0 got ${encodingOf(answer)}`);
      return isFromCloudFront(answer)
        ? note('CloudFront sent brotli to br;q=0: AWS documents that it looks for "br" alone')
        : fail('it sent brotli to br;q=0');
    },
  }),

  group((list: List) => askFor(list, 'identity'), {
    'sends the list as it is where no encoding is taken': (answer) => {
      if (answer.status === 406 && problemFlaws(answer).length === 0) {
        return note('the list is too large to be sent without an encoding: 406');
      }
      if (answer.status !== 200) return fail(`it answered ${answer.status}`);
      const encoding = encodingOf(answer);
      return encoding === 'identity' ? pass('it came as it is') : fail(`it came in ${encoding}`);
    },
    'sends the same list as it is': (answer, list) =>
      answer.status === 406 ? note('not checked: no list came') : isSameList(answer, list),
  }),
];

function askFor(list: List, encoding: string): Promise<Answer> {
  return list.ask('GET', { [header.acceptEncoding]: encoding });
}

function isSentIn(wanted: string, answer: Answer, list: List): Finding {
  const encoding = encodingOf(answer);
  if (encoding === wanted) return pass(`it came in ${wanted}`);
  const isSmall = (list.bytes?.length ?? 0) < WORTH_ENCODING_BYTES;
  return encoding === 'identity' && isSmall
    ? pass('it came as it is: it is too small to gain from an encoding')
    : fail(`it came in ${encoding}`);
}

async function isSameList(answer: Answer, list: List): Promise<Finding> {
  if (answer.status !== 200) return fail(`it answered ${answer.status}`);
  const body = decodedBody(answer);
  if (body === undefined) return fail(`the body is not valid ${encodingOf(answer)}`);
  if (list.bytes?.equals(body) === true) return pass('byte for byte');

  const isSameTag = headerOf(answer, header.etag) === headerOf(list.answer, header.etag);
  const excuse = isSameTag ? undefined : await list.excuseFor(answer);
  return excuse === undefined ? fail('it is another list') : note(excuse);
}
