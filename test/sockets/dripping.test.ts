/**
 * Tests responses of the database and the store that arrive byte by byte. The SDK reads such a body to its end even if the call
 * is aborted, so the service needs its own timeouts.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { TestService } from '../support/test-service.ts';
import { describeInCi } from '../support/programs.ts';
import { until } from '../support/until.ts';

/** Maximum time of an answer if there is a copy: 3 s for the read of the database, and one second to spare. */
const LONGEST_ANSWER_MS = 4000;
const DRIP_MS = 100;

describeInCi('responses that arrive byte by byte')('a response that arrives byte by byte', () => {
  let open = 0;
  let accepted = 0;
  const dripping = createServer((_, response) => {
    response.write('[');
    const timer = setInterval(() => response.write(' '), DRIP_MS);
    response.once('close', () => {
      clearInterval(timer);
    });
  }).on('connection', (socket) => {
    accepted += 1;
    open += 1;
    socket.once('close', () => (open -= 1));
  });

  let service: TestService;
  let url: string;
  beforeAll(async () => {
    service = await TestService.start({ startups: 12, deployedLimits: 'both' });
    await once(dripping.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(dripping.address() as AddressInfo).port}`;
    await service.getKept('startups');
  });
  afterAll(async () => {
    await service.close();
    dripping.close();
  });

  test.each([
    ['AWS_ENDPOINT_URL_RDS_DATA', 'last-good'],
    ['AWS_ENDPOINT_URL_S3', 'database'],
  ])('is abandoned at the timeout, and its connection is closed: %s', async (variable, source) => {
    const { dataApi, objectStore } = service;
    service.configure({
      AWS_ENDPOINT_URL_RDS_DATA: dataApi.url,
      AWS_ENDPOINT_URL_S3: objectStore.url,
      [variable]: url,
    });

    const { status, headers } = await service.get('startups');
    await until(() => open === 0);

    expect([status, headers['x-data-source']]).toEqual([200, source]);
    expect(service.logs.last?.milliseconds).toBeLessThan(LONGEST_ANSWER_MS);
    expect(accepted).toBeGreaterThan(0);
    accepted = 0;
  });
});
