/** What hundreds of requests at once cost the database; `npm run soak -- --flood` asks ten thousand. */

import { START_LIMIT_MS, TestService } from '../support/service/service.ts';
import { ENVIRONMENTS, flood } from './flood.ts';

const REQUESTS = 300;
const CONNECTIONS = 200;

/** Hundreds of answers are work for two cores. */
jest.setTimeout(START_LIMIT_MS);

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ edge: true, memorySeconds: 60 });
}, START_LIMIT_MS);
afterAll(async () => service.close());

beforeEach(async () => {
  service.endEnvironments();
  service.dataApi.calls.reset();
});

test('a flood at the edge costs each list one read of the database', async () => {
  expect(await flood(service.url, REQUESTS, CONNECTIONS)).toEqual({ 200: REQUESTS });
  expect(service.dataApi.calls.total).toBe(3);
});

test('a flood at the gateway costs each process one read of the database', async () => {
  expect(await flood(service.gatewayUrl, REQUESTS, CONNECTIONS)).toEqual({ 200: REQUESTS });
  expect(service.dataApi.calls.total).toBeGreaterThanOrEqual(3);
  expect(service.dataApi.calls.total).toBeLessThanOrEqual(3 * ENVIRONMENTS);
});
