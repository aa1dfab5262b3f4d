import { recordsOf } from '../support/http/ask.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ withJobs: false });
}, START_LIMIT_MS);
afterAll(async () => service.close());

test('before the launch of the job board there are no jobs', async () => {
  const { status, headers, body } = await service.get('jobs');

  expect([status, headers['x-data-source'], body.toString()]).toEqual([200, 'database', '[]']);
});

test('no startup counts an open job', async () => {
  const startups = recordsOf(await service.get('startups'));

  expect(startups).toHaveLength(120);
  expect(new Set(startups.map((startup) => startup['open_jobs_count']))).toEqual(new Set([0]));
});

test('the empty list has a copy like any other', async () => {
  await service.getKept('jobs');
  service.endEnvironments();
  await service.dataApi.faults.set('down');

  const { status, headers, body } = await service.get('jobs');

  expect([status, headers['x-data-source'], body.toString()]).toEqual([200, 'last-good', '[]']);
});

test('the first job that is published shows with its startup', async () => {
  await service.dataApi.faults.set('up');
  await service.run(`INSERT INTO portal.jobs (startup_id, title, status)
    SELECT startup_id, 'First', 'published' FROM directory.founders LIMIT 1`);

  const [startups = [], , jobs = []] = (await service.getAll()).map(recordsOf);

  expect(jobs).toEqual([expect.objectContaining({ title: 'First' })]);
  expect(startups.filter((startup) => startup['open_jobs_count'] === 1)).toEqual([
    expect.objectContaining({ id: jobs[0]?.['startup_id'] }),
  ]);
});
