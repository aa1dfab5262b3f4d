/** What is a fault of the service, what is none, and how a fault is told. */

import { brotliCompressSync, gzipSync } from 'node:zlib';

import { header, listCacheControl, problem } from '../../contract/http.ts';
import { speed } from '../../tools/verify/checks/lists.ts';
import { MAX_REQUESTS } from '../../tools/verify/list.ts';
import type { Fault } from '../support/conforming-server.ts';
import {
  acceptEncoding,
  body,
  type Change,
  ifNoneMatch,
  inFirst,
  inLists,
  plainGet,
  reading,
  set,
  status,
  toMethod,
  where,
} from '../support/planting.ts';
import { servedLists, uuidOf } from '../support/records/records.ts';
import { named, verified, verifiedOverHttp } from '../support/verified.ts';
import { faultsInAnswers } from './faults/in-answers.ts';
import { faultsInHeaders } from './faults/in-headers.ts';
import { faultsInRecords } from './faults/in-records.ts';

// Faults

const faultsByCheck = { ...faultsInRecords, ...faultsInHeaders, ...faultsInAnswers };
const plantedFaults = Object.entries(faultsByCheck).flatMap(([check, faults]) =>
  Object.entries(faults).map(([fault, planted]) => [fault, check, planted] as const),
);

test.each([
  ['over HTTP', verifiedOverHttp],
  ['without a network', verified],
])('a conforming service passes every check, %s', async (_, verifiedSo) => {
  const found = await verifiedSo();

  expect(found.checks.filter(({ result }) => result !== 'pass')).toEqual([]);
  expect(found.passed).toBe(found.checks.length);
  expect(found.requests).toBeLessThanOrEqual(MAX_REQUESTS);
});

test.each(plantedFaults)('%s fails "%s" and nothing else', async (_, check, fault) => {
  expect(named(await verified(fault), 'fail')).toEqual([check]);
});

/** Node.js hides these bytes. */
const bodiesWhereNoneBelongs = plantedFaults.filter(([fault]) => fault.endsWith(' with a body'));

test.each(bodiesWhereNoneBelongs)('over HTTP %s fails "%s"', async (_, check, fault) => {
  expect(named(await verifiedOverHttp(fault), 'fail')).toEqual([check]);
});

test('an answer after more than 10 s fails', async () => {
  const slowest = { method: 'GET', path: '/v1/jobs', seconds: 10.1 };

  const [finding] = await speed(null, { slowest });

  expect(finding).toMatchObject({ result: 'fail', detail: 'GET /v1/jobs took 10100 ms' });
});

test('every check has a planted fault that fails it', async () => {
  const { checks } = await verified();
  const names = new Set(checks.map(({ name }) => name));
  const planted = Object.keys(faultsByCheck).map((check) => check.replace(/^\w+: /u, ''));

  expect(names).toEqual(new Set([...planted, 'answers within 10 s']));
});

// What is none

const JOINS = 'service: joins every founder to a startup by startup_id and startup_slug';
const EDIT = 'founders: shows an edit after at most one hour';

const tooLarge = problem(406, 'Not Acceptable', 'Accept gzip or br.');

/** Another snapshot than the one that the server holds. */
const older: readonly Change[] = [
  set(header.etag, 'W/"older"'),
  (given) => {
    set(header.cachedAt, new Date(Date.now() - 600_000).toISOString())(given);
  },
  set(header.cacheControl, listCacheControl(2500)), // with time to spare on a busy machine
];

test('lists that were read ten minutes apart may disagree', async () => {
  const found = await verified({
    ...inFirst('founders', { startup_id: uuidOf(999) }),
    ...where(reading, ...older.slice(1)),
  });

  expect(named(found, 'fail')).toEqual([]);
  expect(named(found, 'note')).toEqual([JOINS]);
  expect(found.checks.find(({ result }) => result === 'note')?.detail).toMatch(
    /belongs to no startup, but startups and founders were read \d{3} s apart$/u,
  );
});

test('a list that changes while it is checked fails nothing', async () => {
  const found = await verified(
    where(
      (asked) => plainGet(asked) && asked.before === 0,
      body(JSON.stringify([{ startup_id: uuidOf(999) }])),
      ...older,
    ),
  );

  // The fields of that one record are missing, and that is all.
  expect(named(found, 'fail')).toEqual(['founders: gives every documented field']);
  expect(named(found, 'note')).toContain('founders: sends the same list in gzip');
  expect(named(found, 'note')).not.toContain(JOINS);
});

test.each<[string, Fault, readonly string[]]>([
  [
    'a cache may hold each encoding from another moment',
    where(acceptEncoding('gzip'), body(gzipSync('[]'), 'gzip'), set('Age', '500'), ...older),
    ['founders: sends the same list in gzip'],
  ],
  [
    'a stale answer may be older than an hour',
    where(
      reading,
      set(header.dataSource, 'last-good'),
      set(header.cachedAt, '2026-01-31T12:00:00.000Z'),
      set(header.cacheControl, listCacheControl(60)),
    ),
    [EDIT],
  ],
  [
    'a cache may serve an expired answer while the service fails',
    where(reading, set('Age', '7200'), set(header.cachedAt, '2026-01-31T12:00:00.000Z')),
    [EDIT],
  ],
  [
    'CloudFront may refuse a method itself',
    where(
      toMethod('POST'),
      status(403),
      body('<html>'),
      set('X-Cache', 'Error from cloudfront'),
      set('Access-Control-Allow-Origin', undefined),
    ),
    ['founders: refuses POST', 'founders: lets every origin read the answer to POST'],
  ],
  [
    'a list may be too large to be sent without an encoding',
    where(acceptEncoding('identity'), (given) => {
      Object.assign(given, { status: 406, headers: tooLarge.headers });
      body(tooLarge.body)(given);
    }),
    [
      'founders: sends the list as it is where no encoding is taken',
      'founders: sends the same list as it is',
    ],
  ],
  [
    'a list of a few bytes needs no encoding',
    {
      ...where(
        ({ directory, method }) => directory === 'jobs' && method === 'GET',
        (given) => {
          if (given.status === 200) body('[]')(given);
        },
      ),
      ...inLists(({ startups, jobs }) => {
        jobs.length = 0;
        for (const startup of startups) startup['open_jobs_count'] = 0;
      }),
    },
    [],
  ],
])('%s', async (_, fault, notes) => {
  const found = await verified(fault);

  expect(named(found, 'fail')).toEqual([]);
  expect(named(found, 'note')).toEqual(notes);
});

const ofCloudFront: readonly Change[] = [
  set('X-Cache', 'Hit from cloudfront'),
  set('Via', '1.1 abc.cloudfront.net (CloudFront)'),
  set('X-Amz-Cf-Id', 'abc'),
];

describe.each(ofCloudFront)('CloudFront, which says so in a header,', (fromCloudFront) => {
  test.each([
    ['the strong form of an ETag', /^"/u, 'answers 304 to the strong form of its ETag'],
    ['a list of ETags', /,/u, 'answers 304 to a list with its ETag'],
    ['*', /^\*$/u, 'answers 304 to If-None-Match: *'],
  ])('may answer %s with the whole list', async (_, condition, check) => {
    const whole = [status(200), body(JSON.stringify(servedLists().founders))];

    const ofTheService = await verified(where(ifNoneMatch(condition), ...whole));
    const ofTheEdge = await verified(where(ifNoneMatch(condition), ...whole, fromCloudFront));

    expect([named(ofTheService, 'fail'), named(ofTheEdge, 'fail')]).toEqual([
      [`founders: ${check}`],
      [],
    ]);
    expect(named(ofTheEdge, 'note')).toEqual([`founders: ${check}`]);
  });

  test('may send brotli to who refuses it with q=0', async () => {
    const inBrotli = body(brotliCompressSync(JSON.stringify(servedLists().founders)), 'br');

    const found = await verified(where(acceptEncoding('br;q=0, gzip'), inBrotli, fromCloudFront));

    expect(named(found, 'fail')).toEqual([]);
    expect(named(found, 'note')).toEqual(['founders: sends no encoding that the client refuses']);
  });

  test('may not answer a condition with an error, nor with another list', async () => {
    const check = 'founders: answers 304 to If-None-Match: *';
    const broken = await verified(where(ifNoneMatch(/^\*$/u), status(500), fromCloudFront));
    const other = await verified(
      where(ifNoneMatch(/^\*$/u), status(200), body('[]'), fromCloudFront),
    );

    expect([named(broken, 'fail'), named(other, 'fail')]).toEqual([[check], [check]]);
  });
});

test('one request without an answer fails only what it was for', async () => {
  const found = await verifiedOverHttp({
    answer: (_, asked) => (toMethod('POST')(asked) ? 'nothing' : undefined),
  });

  expect(named(found, 'fail')).toEqual([
    'founders: refuses POST',
    'founders: lets every origin read the answer to POST',
  ]);
  expect(found.checks.find(({ result }) => result === 'fail')?.detail).toBe(
    'no answer to POST /v1/founders: the connection was closed before the answer was complete',
  );
});

test('a service that falls silent is not asked for long', async () => {
  const found = await verified({
    answer: (_, asked) =>
      asked.path === '/v1/startups' && asked.method === 'GET' && asked.before === 0
        ? undefined
        : 'nothing',
  });

  expect(found.requests).toBe(4);
  expect(found.failed).toBeGreaterThan(0);
});

test('a service with faults all over stays within the number of requests', async () => {
  const found = await verified(where(() => true, status(200), ...older, body('[1]')));

  expect(found.requests).toBeLessThanOrEqual(MAX_REQUESTS);
});

test('a reason names record and field, and no value', async () => {
  const found = await verified(inFirst('founders', { job_title: 'CEO, ada@example.org' }));

  expect(JSON.stringify(found)).not.toContain('ada@example.org');
  expect(found.checks.find(({ result }) => result === 'fail')?.detail).toBe(
    `record ${uuidOf(1)}: job_title holds a contact`,
  );
});
