/** `/status.json` and what else is beside the lists, of the whole service before the launch of the job board. */

import { packageVersion } from '../../bundling/release.ts';
import type { Status } from '../../contract/status.ts';
import { recordsOf } from '../support/http/ask.ts';
import { TestService } from '../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ startups: 12, withJobs: false, edge: true });
});
afterAll(async () => service.close());
beforeEach(async () => {
  await service.heal();
  await service.turn('DELETE', 'edge');
});

async function lists(): Promise<Status['directories']> {
  await service.turn('DELETE', 'edge');
  const { status: code, body } = await service.ask('/status.json');
  expect(code).toBe(200);
  return (JSON.parse(body.toString()) as Status).directories;
}

test('lists that were served are as the service counts them, without asking the database', async () => {
  const served = await service.getAllKept();
  service.dataApi.calls.reset();

  const reported = await lists();

  expect(service.dataApi.calls.total).toBe(0);
  expect(Object.values(reported).map(({ records }) => records)).toEqual(
    served.map(({ body }) => (JSON.parse(body.toString()) as unknown[]).length),
  );
  expect(Object.values(reported).map(({ bytes }) => bytes)).toEqual(
    served.map(({ body }) => body.length),
  );
  expect(Object.values(reported).map(({ cachedAt }) => cachedAt)).toEqual(
    served.map(({ headers }) => headers['x-cached-at']),
  );
});

test('the status says which release answers', async () => {
  const { body } = await service.ask('/status.json');

  expect(JSON.parse(body.toString())).toMatchObject({ release: packageVersion });
});

test('a board without jobs is empty by design; one whose copy is broken is not', async () => {
  await service.getAllKept();
  expect((await lists()).jobs).toMatchObject({ records: 0, emptyByDesign: true, problem: null });

  await service.corruptCopy('jobs');
  expect((await lists()).jobs).toMatchObject({
    records: null,
    emptyByDesign: false,
    problem: 'The copy of the list is not what the service wrote.',
  });

  await service.deleteCopy('jobs');
  expect((await lists()).jobs.problem).toMatch(/^There is no copy of the list/u);
});

test('a store that fails is not taken for a list that is empty', async () => {
  await service.getAllKept();
  await service.turn('POST', 'last-good/down');

  expect((await lists()).startups.problem).toBe('The store of copies does not answer.');
});

test('the edge keeps the status for a minute', async () => {
  const asked = async () => (await service.ask('/status.json')).headers['x-cache'];

  expect([await asked(), await asked()]).toEqual(['Miss from cloudfront', 'Hit from cloudfront']);
  await service.turn('POST', 'edge/later/60');
  expect(await asked()).toBe('Miss from cloudfront');
});

describe('the feeds', () => {
  const routes = ['/feed.xml', '/feed.json'];

  test.each(routes)(
    '%s links to the page at this address, without asking the database',
    async (route) => {
      await service.getAllKept();
      service.dataApi.calls.reset();

      const { status, headers, body } = await service.ask(route);
      const again = await service.ask(route, {
        headers: { 'If-None-Match': String(headers['etag']) },
      });

      expect([status, service.dataApi.calls.total]).toEqual([200, 0]);
      expect(body.toString().split(`${service.url}/#/startups/`).length - 1).toBe(12);
      expect([again.status, again.headers['x-cache']]).toEqual([304, 'Hit from cloudfront']);
    },
  );

  test.each(routes)('%s is there without any copy, and with a broken one', async (route) => {
    const empty = await service.ask(route);
    await service.getAllKept();
    await service.corruptCopy('jobs');
    await service.turn('POST', 'edge/later/60');
    const broken = await service.ask(route, { method: 'HEAD' });

    expect([empty.status, empty.headers['cache-control']]).toEqual([
      200,
      'public, max-age=60, stale-if-error=86400',
    ]);
    expect(empty.body.toString()).not.toContain('urn:uuid:');
    expect([broken.status, broken.headers['x-cache']]).toEqual([200, 'Miss from cloudfront']);
  });
});

test('the page and the description name the address at which they are served', async () => {
  const page = await service.ask('/docs');
  const description = await service.ask('/openapi.json');

  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'/u,
  );
  expect(page.body.toString()).not.toContain('directory.example.org');
  expect(JSON.parse(description.body.toString())).toMatchObject({
    servers: [{ url: `${service.url}/v1` }],
  });
  expect(description.headers['access-control-allow-origin']).toBe('*');
});

test.each([
  ['/robots.txt', 'text/plain; charset=utf-8', 'User-agent: *\nDisallow: /\n'],
  ['/favicon.ico', 'image/svg+xml', expect.stringMatching(/^<svg /u) as string],
])('%s is there for those who ask for it', async (path, type, text) => {
  const { status, headers, body } = await service.ask(path);

  expect([status, headers['content-type'], body.toString()]).toEqual([200, type, text]);
});

test('the client is beside the page for every origin, as a module that names this address and as a package', async () => {
  const module = await service.ask('/client.js');
  const tarball = await service.ask('/client.tgz', { headers: { 'Accept-Encoding': 'gzip' } });

  for (const { status, headers } of [module, tarball]) {
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
    });
  }
  expect(module.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(module.body.toString()).toContain(`like ${service.url}/v1`);
  expect(module.body.toString()).not.toContain('directory.example.org');
  expect(tarball.headers['content-type']).toBe('application/gzip');
  expect(tarball.headers).not.toHaveProperty('content-encoding'); // it is compressed as it is
  expect((await service.ask('/client.tgz', { method: 'OPTIONS' })).status).toBe(204);
  expect((await service.ask('/client.js', { method: 'POST' })).status).toBe(405);
});

test('with the gateway down the page is still there', async () => {
  await service.turn('POST', 'gateway/down');
  try {
    expect((await service.ask('/')).status).toBe(200);
    expect((await service.ask('/status.json')).status).toBe(503);
  } finally {
    await service.turn('POST', 'gateway/up');
  }
});

describe('before the launch of the job board', () => {
  test('there are no jobs', async () => {
    const { status, headers, body } = await service.get('jobs');

    expect([status, headers['x-data-source'], body.toString()]).toEqual([200, 'database', '[]']);
  });

  test('no startup counts an open job', async () => {
    const startups = recordsOf(await service.get('startups'));

    expect(startups).toHaveLength(12);
    expect(new Set(startups.map((startup) => startup['open_jobs_count']))).toEqual(new Set([0]));
  });

  test('the empty list has a copy like any other', async () => {
    await service.getKept('jobs');
    service.endEnvironments();
    await service.turn('DELETE', 'edge');
    await service.dataApi.faults.set('down');

    const { status, headers, body } = await service.get('jobs');

    expect([status, headers['x-data-source'], body.toString()]).toEqual([200, 'last-good', '[]']);
  });

  test('the first job that is published shows with its startup', async () => {
    await service.run(`INSERT INTO portal.jobs (startup_id, title, status)
      SELECT startup_id, 'First', 'published' FROM directory.founders LIMIT 1`);

    const [startups = [], , jobs = []] = (await service.getAll()).map(recordsOf);

    expect(jobs).toEqual([expect.objectContaining({ title: 'First' })]);
    expect(startups.filter((startup) => startup['open_jobs_count'] === 1)).toEqual([
      expect.objectContaining({ id: jobs[0]?.['startup_id'] }),
    ]);
  });
});
