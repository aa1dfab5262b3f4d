/** That there is a list at all. The other checks of a directory need it. */

import { LIST_CONTENT_TYPE } from '../../../contract/http.ts';
import { encodingOf, headerOf, mediaTypeOf } from '../answer.ts';
import { fail, pass } from '../finding.ts';
import { group } from '../group.ts';
import type { List } from '../list.ts';
import { NoAnswer } from '../no-answer.ts';

export const reading = group(answered, {
  'answers GET with 200': ({ answer }) => {
    if (answer.status === 200) return pass('it answered 200');
    const location = headerOf(answer, 'Location');
    return fail(
      location === undefined
        ? `it answered ${answer.status}`
        : `it answered ${answer.status} and points to another address, which is not followed`,
    );
  },

  'says that it sends JSON': ({ answer }) => {
    const type = mediaTypeOf(answer);
    return type === LIST_CONTENT_TYPE
      ? pass(`Content-Type is ${type}`)
      : fail(`Content-Type is ${type === '' ? 'missing' : type}`);
  },

  'sends a JSON array': ({ answer, bytes, records }) => {
    if (bytes === undefined) return fail(`the body is not valid ${encodingOf(answer)}`);
    if (records === undefined) return fail('the body is not a JSON array');
    return pass(`${records.length} records`);
  },
});

function answered(list: List | NoAnswer): List {
  if (list instanceof NoAnswer) throw list;
  return list;
}
