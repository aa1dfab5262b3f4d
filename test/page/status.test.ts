import { readStatus } from '../../page/live/status.ts';

it('reads sizes and what is empty by design', () => {
  const jobs = { path: '/v1/jobs', records: 0, bytes: 2, emptyByDesign: true };

  expect(readStatus({ directories: { jobs } }).jobs).toEqual({ bytes: 2, isEmptyByDesign: true });
});

it.each([
  undefined,
  null,
  'text',
  [],
  { directories: null },
  { directories: { jobs: { bytes: null } } },
])('knows nothing of %j', (body) => {
  expect(readStatus(body).jobs).toEqual({ bytes: undefined, isEmptyByDesign: false });
});
