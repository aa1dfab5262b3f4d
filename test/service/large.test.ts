import { allDirectories } from '../../contract/directories.ts';
import { RESPONSE_BYTES } from '../../local/data-api/statements.ts';
import { databases } from '../support/database/databases.ts';
import { plainBody, recordsOf } from '../support/http/ask.ts';
import { TestService } from '../support/service/service.ts';

/** The second does not fit uncompressed. The third is the longest list that is spoken of. */
const SIZES = [
  { startups: 1200, plainStatus: 200 },
  { startups: 3000, plainStatus: 406 },
  { startups: 12_000, plainStatus: 406 },
];

/** They take more than a minute. How a long list is read page after page is in test/lambda/read.test.ts, too. */
const isCi = process.env['CI'] === 'true';
if (!isCi) process.stderr.write('Skipped: 1,200 to 12,000 startups, which only CI loads\n');
const describeInCi = isCi ? describe : describe.skip;

/** PGlite needs most of a minute for the long ones: once in CI, on the version of Node that is deployed. */
function sizesOn(database: string): typeof SIZES {
  const isOnce = database !== 'PGlite' || process.version.startsWith('v24.');
  return isOnce ? SIZES : SIZES.slice(0, 1);
}

describeInCi.each(databases())('over $name', ({ name: database, open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start({ open, startups: 1, memorySeconds: 60 });
  });
  afterAll(async () => service.close());

  describe.each(sizesOn(database))('with $startups startups', ({ startups, plainStatus }) => {
    beforeAll(async () => {
      await service.run(`SELECT portal.load_test_data(${startups}, true)`);
      service.endEnvironments();
      await service.heal();
    });
    afterAll(async () => service.dataApi.faults.set('up'));

    test.each(allDirectories)(
      '$name are served whole, with brotli and with gzip',
      async ({ name }) => {
        const brotli = await service.get(name, { 'Accept-Encoding': 'br' });
        const gzip = await service.get(name, { 'Accept-Encoding': 'gzip' });
        const rows = await service.rows(`SELECT id FROM directory.${name} ORDER BY id`);

        expect([brotli.status, brotli.headers['content-encoding']]).toEqual([200, 'br']);
        expect([gzip.status, gzip.headers['content-encoding']]).toEqual([200, 'gzip']);
        expect(brotli.headers['x-data-source']).toBe('database');
        expect(recordsOf(brotli).map(({ id }) => id)).toEqual(rows.flat());
        expect(plainBody(gzip).equals(plainBody(brotli))).toBe(true);
      },
    );

    test('there is every startup', async () => {
      const records = recordsOf(await service.get('startups', { 'Accept-Encoding': 'br' }));

      expect(records).toHaveLength(startups);
    });

    test('no call of the Data API has passed a limit', () => {
      expect(
        service.calls.filter(({ status, bytes }) => status !== 200 || bytes > RESPONSE_BYTES),
      ).toEqual([]);
      expect(service.calls.length).toBeGreaterThan(allDirectories.length);
    });

    test(`a client that refuses compression gets ${plainStatus}`, async () => {
      const plain = await service.get('startups', { 'Accept-Encoding': 'identity' });

      expect(plain.status).toBe(plainStatus);
      expect(plain.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': plainStatus === 406 ? 'no-store' : plain.headers['cache-control'],
        'content-type': plainStatus === 406 ? 'application/problem+json' : 'application/json',
        vary: 'Accept-Encoding',
      });
    });

    test('the last-good copy is the same bytes', async () => {
      const fresh = await service.getKept('startups', { 'Accept-Encoding': 'gzip' });
      service.endEnvironments(); // and with them what they remember
      await service.dataApi.faults.set('down');

      const stale = await service.get('startups', { 'Accept-Encoding': 'gzip' });

      expect([stale.status, stale.headers['x-data-source']]).toEqual([200, 'last-good']);
      expect(stale.headers['etag']).toBe(fresh.headers['etag']);
      expect(stale.body.equals(fresh.body)).toBe(true);
    });
  });
});
