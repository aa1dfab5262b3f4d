/** One started service is the documented one: fresh and stale, and behind the edge. */

import { preparedDatabases } from '../support/database/databases.ts';
import { TestService } from '../support/service/service.ts';
import { conformance } from './conformance.ts';

let service: TestService;
const address = () => `${service.url}/v1`;

describe.each(preparedDatabases())('over $name', ({ open }) => {
  beforeAll(async () => {
    service = await TestService.start({ open, memorySeconds: 60 });
    await service.getAllKept();
  });
  afterAll(async () => service.close());

  describe('fresh', () => {
    conformance(address);
  });

  describe('while the database is down', () => {
    beforeAll(async () => {
      service.dataApi.faults.set('down');
      service.endEnvironments();
    });

    conformance(address, { isStale: true });
  });
});

describe('behind the edge', () => {
  beforeAll(async () => {
    service = await TestService.start({ memorySeconds: 60, edge: true });
  });
  afterAll(async () => service.close());

  conformance(address);
});
