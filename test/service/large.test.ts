import { allDirectories } from '../../contract/directories.ts';
import { describeInCi } from '../support/programs.ts';
import { databases } from '../support/databases.ts';
import { plainBody, recordsOf } from '../support/ask.ts';
import { TestService } from '../support/test-service.ts';

/** Most of a minute on PGlite. How a long list is read response after response is in test/lambda/read.test.ts, too. */
describeInCi('3,000 startups through all of it').each(databases())(
  '3,000 startups over $name',
  ({ open }) => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.start({ open, startups: 3000, memorySeconds: 60 });
      for (const { name } of allDirectories) {
        await service.invoke(name, { refresh: { acceptDrop: false } });
      }
    });
    afterAll(async () => service.close());

    test.each(allDirectories)(
      '$name are served whole, with brotli and with gzip',
      async ({ name }) => {
        const brotli = await service.get(name, { 'Accept-Encoding': 'br' });
        const gzip = await service.get(name, { 'Accept-Encoding': 'gzip' });
        const rows = await service.rows(`SELECT id FROM directory.${name} ORDER BY id`);

        expect([brotli.status, brotli.headers['content-encoding']]).toEqual([200, 'br']);
        expect([gzip.status, gzip.headers['content-encoding']]).toEqual([200, 'gzip']);
        expect(recordsOf(brotli).map(({ id }) => id)).toEqual(rows.flat());
        expect(plainBody(gzip).equals(plainBody(brotli))).toBe(true);
      },
    );

    test('a client that refuses compression is told which it may ask for', async () => {
      const answer = await service.get('startups', { 'Accept-Encoding': 'identity' });

      expect([answer.status, answer.headers['vary']]).toEqual([406, 'Accept-Encoding']);
    });
  },
);
