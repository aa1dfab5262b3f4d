import { speed } from '../../tools/verify/checks/lists.ts';
import { MAX_REQUESTS } from '../../tools/verify/exchange.ts';
import { named, verified } from '../support/verified.ts';
import { routingFaults } from './faults/routing.ts';
import { faultsInAnswers } from './faults/in-answers.ts';
import { faultsInEncodings } from './faults/in-encodings.ts';
import { faultsInHeaders } from './faults/in-headers.ts';
import { faultsInRecords } from './faults/in-records.ts';

const plantedFaults = [
  ...faultsInRecords,
  ...faultsInHeaders,
  ...faultsInAnswers,
  ...faultsInEncodings,
  ...routingFaults,
];

test('a conforming service passes every check', async () => {
  const found = await verified();

  expect(found.checks.filter(({ result }) => result !== 'pass')).toEqual([]);
  expect(found.passed).toBe(found.checks.length);
  expect(found.requests).toBeLessThanOrEqual(MAX_REQUESTS);
});

test.each(plantedFaults)('%s fails "%s" and nothing else', async (_, check, fault) => {
  expect(named(await verified(fault), 'fail')).toEqual([check]);
});

test('an answer after more than 10 s fails', async () => {
  const slowest = { method: 'GET', path: '/v1/jobs', seconds: 10.1 };

  const [finding] = await speed.run({ slowest });

  expect(finding).toMatchObject({ result: 'fail', detail: 'GET /v1/jobs took 10100 ms' });
});

test('every check has a planted fault that fails it', async () => {
  const { checks } = await verified();
  const names = new Set(checks.map(({ name }) => name));
  const planted = plantedFaults.map(([, check]) => check.replace(/^\w+: /u, ''));

  expect(names).toEqual(new Set([...planted, 'answers within 10 s']));
});
