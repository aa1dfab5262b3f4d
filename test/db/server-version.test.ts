/** What a suite shows on a server holds for the cluster only where both are the same PostgreSQL. */

import { ENGINE_VERSION } from '../../lib/constructs/own-database.ts';
import { openDatabase } from '../../local/database/open-database.ts';

const { TEST_DATABASE_URL: url } = process.env;

(url === undefined ? describe.skip : describe)('the server of the tests', () => {
  test('has the major version that is deployed', async () => {
    const server = await openDatabase({ url: url ?? '' });
    const session = await server.session();
    const { rows } = await session.query('SHOW server_version');
    await session.release();
    await server.close();

    expect(rows[0]?.[0]?.split('.')[0]).toBe(ENGINE_VERSION.auroraPostgresMajorVersion);
  });
});
