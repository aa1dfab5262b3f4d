/** That each list may be asked for in every way that the contract has, and in no other. */

import { corsHeaders, header, preflightHeaders } from '../../../contract/http.ts';
import { listMethods } from '../../../contract/routing.ts';
import { fail, type Finding, type Group, group, judged, note, pass } from '../check.ts';
import {
  type Answer,
  corsFlaws,
  decodedBody,
  directivesOf,
  forbiddenDirectives,
  headerOf,
  isFromCloudFront,
  lacking,
  lifetimeFlaws,
  maxAgeOf,
  problemFlaws,
} from '../exchange.ts';
import { BROWSER_ENCODINGS, type Client, type List } from '../list.ts';

const OTHER_TAG = 'W/"of-no-list"';

/** RFC 9110, section 15.4.5: what a 304 must carry along, and what is read here besides. */
const SAME_AS_GET = [
  header.etag,
  header.cacheControl,
  header.cachedAt,
  header.dataSource,
  header.vary,
];

const HEAD_SAME_AS_GET = [header.contentType, ...SAME_AS_GET, ...Object.keys(corsHeaders)];

/** Between two requests the database may be read again: then these are right and yet different. */
const MAY_DIFFER = new Set<string>([header.cachedAt, header.dataSource, header.cacheControl]);

const PREFLIGHT = {
  Origin: 'https://example.com',
  'Access-Control-Request-Method': 'GET',
  'Access-Control-Request-Headers': header.ifNoneMatch.toLowerCase(),
};

const NO_BODY = { 'Content-Length': '0' };

/** An answer to a mistaken address is soon asked for again. */
const LONGEST_404_SECONDS = 60;

const UNKNOWN_PATHS = [
  '/v1',
  '/v1/nope',
  '/v1/startups/',
  '/v1/startups/some-slug',
  '/v1/STARTUPS',
];

/** HEAD tells what GET would, without the list. */
export const head = group((list: List) => list.ask('HEAD'), {
  'answers HEAD like GET': async (answer, list) => {
    if (answer.status !== 200) return fail(`it answered ${answer.status}`);
    const flaws = headerFlaws(list, answer, HEAD_SAME_AS_GET);
    const excuse = list.hasTagOf(answer) ? undefined : await list.excuseFor(answer);
    return excuse === undefined ? judged(flaws, 'with the same headers') : note(excuse);
  },

  'sends no body with HEAD': withoutBody,
});

/** A client that has the list already gets a 304 (RFC 9110, section 13.1.2: the weak comparison). */
export const conditional: readonly Group<List>[] = [
  group((list: List) => askWith(list, tagOf(list)), {
    'answers 304 to its own ETag': isNotModified,

    'sends the headers of GET with a 304': ofA304((answer, list) =>
      judged(headerFlaws(list, answer, SAME_AS_GET), 'it does'),
    ),

    'sends no body with a 304': ofA304(withoutBody),

    'lets every origin read a 304': ofA304(readableByAll),
  }),
  group((list: List) => askWith(list, tagOf(list).replace(/^W\//u, '')), {
    'answers 304 to the strong form of its ETag': isNotModifiedOrUndocumented,
  }),
  group((list: List) => askWith(list, `${OTHER_TAG}, ${tagOf(list)}`), {
    'answers 304 to a list with its ETag': isNotModifiedOrUndocumented,
  }),
  group((list: List) => askWith(list, '*'), {
    'answers 304 to If-None-Match: *': isNotModifiedOrUndocumented,
  }),
  group((list: List) => askWith(list, OTHER_TAG), {
    'answers 200 to another ETag': ({ status }) =>
      status === 200 ? pass('it answered 200') : fail(`it answered ${status}`),
  }),
];

function ofA304(check: (answer: Answer, list: List) => Finding): typeof check {
  return (answer, list) =>
    answer.status === 304 ? check(answer, list) : note('not checked: no 304 came');
}

function readableByAll(answer: Answer): Finding {
  return judged(corsFlaws(answer), 'from any origin');
}

function withoutBody({ hasBody }: Answer): Finding {
  return hasBody ? fail('bytes came after the headers') : pass('nothing came after the headers');
}

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

  const hasBody = decodedBody(answer) !== undefined;
  const isOther = answer.status === 200 && hasBody && !list.isIn(answer);
  const excuse = isOther ? await list.excuseFor(answer) : undefined;
  return excuse === undefined ? fail(`it answered ${answer.status}`) : note(excuse);
}

/** AWS documents a condition with the very ETag and no other: from CloudFront the whole list is right, too. */
async function isNotModifiedOrUndocumented(answer: Answer, list: List): Promise<Finding> {
  const found = await isNotModified(answer, list);
  const isWhole = answer.status === 200 && list.isIn(answer);
  return found.result === 'fail' && isWhole && isFromCloudFront(answer)
    ? note('CloudFront answered 200 with the whole list: AWS does not document this condition')
    : found;
}

/** Whether an answer without a body has the headers of GET. `names`: the headers that GET has and this answer must have too. */
function headerFlaws(list: List, answer: Answer, names: readonly string[]): string[] {
  const flaws = names.flatMap((name) => {
    const value = headerOf(answer, name);
    const ofGet = headerOf(list.answer, name);
    if (value === ofGet) return [];
    if (value === undefined) return [`${name} is missing`];
    return MAY_DIFFER.has(name) ? [] : [`${name} is not that of GET`];
  });
  return [...flaws, ...lifetimeFlaws(answer), ...forbiddenDirectives(answer)];
}

/** A hand-written conditional fetch works from a browser on any origin. */
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

  'lets every origin read a 204': readableByAll,
});

/** The lists are read-only, and nothing in a query string changes them. */
export const methods: readonly Group<List>[] = [
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) =>
    group((list: List) => list.ask(method, NO_BODY), {
      [`refuses ${method}`]: isRefused,
      [`lets every origin read the answer to ${method}`]: (answer) =>
        isRefusedByCloudFront(answer)
          ? note("not checked: CloudFront's own 403")
          : readableByAll(answer),
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
  const [isSameTag, isSameBody] = [list.hasTagOf(answer), list.isIn(answer)];
  if (isSameTag && isSameBody) return pass('the same list');

  const excuse = isSameTag || isSameBody ? undefined : await list.excuseFor(answer);
  return excuse === undefined ? fail('?page=2&limit=1 gives another list') : note(excuse);
}

/** There are three lists and nothing else: no detail route, no second spelling. */
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

    [`lets every origin read the answer to ${path}`]: readableByAll,
  }),
);

function keptTooLong(answer: Answer): string[] {
  if (directivesOf(answer).has('no-store')) return [];
  const maxAge = maxAgeOf(answer);
  return maxAge > LONGEST_404_SECONDS
    ? [`max-age is ${maxAge}, more than ${LONGEST_404_SECONDS}`]
    : [];
}
