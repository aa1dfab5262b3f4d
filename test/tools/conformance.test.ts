import { speed } from '../../tools/verify/checks/lists.ts';
import { MAX_REQUESTS } from '../../tools/verify/list.ts';
import { named, verified, verifiedOverHttp } from '../support/verified.ts';
import { faultsInAnswers } from './faults/in-answers.ts';
import { faultsInHeaders } from './faults/in-headers.ts';
import { faultsInRecords } from './faults/in-records.ts';

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
