/** That each list is there, in every encoding, with the headers of the contract, and soon enough. */

import { canonicalDateTime } from '../../../contract/fields.ts';
import {
  FRESH_SECONDS,
  header,
  LIST_CONTENT_TYPE,
  securityHeaders,
} from '../../../contract/http.ts';
import { LONGEST_ANSWER_SECONDS } from '../../../contract/limits.ts';
import { fail, type Finding, type Group, group, judged, note, pass } from '../check.ts';
import {
  type Answer,
  corsFlaws,
  dataSourceOf,
  decodedBody,
  encodingOf,
  forbiddenDirectives,
  headerOf,
  isFromCloudFront,
  lifetimeFlaws,
  maxAgeOf,
  mediaTypeOf,
  membersOf,
  NoAnswer,
  outageFlaws,
  problemFlaws,
} from '../exchange.ts';
import type { List } from '../list.ts';

const WEAK_ETAG = /^W\/"[\x21\x23-\x7e]*"$/u;

/** Two computers rarely agree on the second. */
const CLOCK_DIFFERENCE_SECONDS = 10;

/** CloudFront, too, leaves smaller bodies as they are. */
const WORTH_ENCODING_BYTES = 1000;

/** There is a list at all: the other checks of a directory need it. */
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

/** Caches may keep it, and nobody sees an edit later than promised (interface, section 8). */
export const lifetime = group((list: List) => list.answer, {
  'may be kept by every cache, for at most one hour': (answer) =>
    judged(lifetimeFlaws(answer), `max-age is ${maxAgeOf(answer)}`),

  'forbids no reuse in an outage and stretches no lifetime': (answer) =>
    judged(forbiddenDirectives(answer), 'no such directive'),

  'may be served for a day while the service fails': (answer) =>
    judged(outageFlaws(answer), 'stale-if-error says so'),

  'says when the database was read': (answer) => {
    const cachedAt = headerOf(answer, header.cachedAt);
    if (cachedAt === undefined) return fail(`${header.cachedAt} is missing`);
    if (Number.isNaN(ageSeconds(answer))) return fail(`${header.cachedAt} is no moment in UTC`);
    return ageSeconds(answer) < -CLOCK_DIFFERENCE_SECONDS
      ? fail(`${header.cachedAt} is in the future`)
      : pass(`it was read at ${cachedAt}`);
  },

  'says whether the answer is fresh or stale': (answer) => {
    const source = dataSourceOf(answer);
    return source === undefined
      ? fail(`${header.dataSource} is neither database nor last-good`)
      : pass(`it comes from: ${source}`);
  },

  'shows an edit after at most one hour': promise,
});

/** By the time the last cache lets go of a fresh answer, what it holds is at most one hour old. */
function promise(answer: Answer): Finding {
  if (dataSourceOf(answer) === 'last-good') {
    return note('the answer is stale: the service recovers by itself');
  }

  const [maxAge, age] = [maxAgeOf(answer), Number(headerOf(answer, 'Age') ?? '0')];
  if (age > maxAge) return note('a cache serves an expired answer: the service behind it fails');

  const oldest = ageSeconds(answer) + maxAge - age;
  // Where a header is missing or malformed, the check of that header fails.
  if (Number.isNaN(oldest)) return note('not checked: the answer does not say how old it is');
  return oldest > FRESH_SECONDS + CLOCK_DIFFERENCE_SECONDS
    ? fail(`a cache may hold it until it is ${Math.round(oldest)} s old`)
    : pass(`no cache holds it when it is older than ${FRESH_SECONDS} s`);
}

function ageSeconds(answer: Answer): number {
  const cachedAt = headerOf(answer, header.cachedAt) ?? '';
  if (!cachedAt.endsWith('Z')) return Number.NaN;
  return (answer.receivedAt.getTime() - Date.parse(canonicalDateTime(cachedAt))) / 1000;
}

/** It comes in the encoding that the client takes, and is the same list in each. */
export const encodings: readonly Group<List>[] = [
  ...Object.entries({ br: 'brotli', gzip: 'gzip' }).map(([encoding, name]) =>
    group((list: List) => askFor(list, encoding), {
      [`sends ${name} where only ${name} is taken`]: (answer, list) =>
        isSentIn(encoding, answer, list),
      [`sends the same list in ${name}`]: isSameList,
    }),
  ),

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
  if (decodedBody(answer) === undefined) {
    return fail(`the body is not valid ${encodingOf(answer)}`);
  }
  if (list.isIn(answer)) return pass('byte for byte');

  const excuse = list.hasTagOf(answer) ? undefined : await list.excuseFor(answer);
  return excuse === undefined ? fail('it is another list') : note(excuse);
}

type Slowest = Pick<Answer, 'method' | 'path' | 'seconds'>;

export const speed = group((client: { slowest: Slowest | undefined }) => client.slowest, {
  'answers within 10 s': (slowest) => {
    if (slowest === undefined) return fail('there was no answer');
    const { method, path, seconds } = slowest;
    const took = `${method} ${path} took ${Math.round(seconds * 1000)} ms`;
    return seconds > LONGEST_ANSWER_SECONDS ? fail(took) : pass(`the slowest, ${took}`);
  },
});
