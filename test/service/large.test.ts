import { allDirectories } from '../../contract/directories.ts';
import { plainBody, recordsOf } from '../support/ask.ts';
import { databases } from '../support/databases.ts';
import { describeInCi } from '../support/programs.ts';
import { TestService } from '../support/test-service.ts';

/**
 * Only CI runs this suite, because it takes most of a minute on PGlite. The Data API returns lists of this size in several
 * responses. `test/lambda/read.test.ts` also tests reads with several responses, and runs everywhere.
 */
describeInCi('the whole service with 3,000 startups').each(databases())(
  'with 3,000 startups on $name,',
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
      'the service sends all $name, compressed with brotli or gzip',
      async ({ name }) => {
        const brotli = await service.get(name, { 'Accept-Encoding': 'br' });
        const gzip = await service.get(name, { 'Accept-Encoding': 'gzip' });
        const rows = await service.rows(`SELECT id FROM directory.${name} ORDER BY id`);

        expect(brotli).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' } });
        expect(gzip).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } });
        expect(recordsOf(brotli).map(({ id }) => id)).toEqual(rows.flat());
        expect(plainBody(gzip).equals(plainBody(brotli))).toBe(true);
      },
    );

    test('a client that refuses compression gets a 406 with Vary', async () => {
      const answer = await service.get('startups', { 'Accept-Encoding': 'identity' });

      expect(answer).toMatchObject({ status: 406, headers: { vary: 'Accept-Encoding' } });
    });
  },
);
