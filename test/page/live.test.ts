import { readStatus } from '../../page/live.ts';

it('reads sizes and what is empty by design', () => {
  const jobs = { path: '/v1/jobs', records: 0, bytes: 2, emptyByDesign: true };

  expect(readStatus({ directories: { jobs } }).jobs).toEqual({ bytes: 2, isEmptyByDesign: true });
});

it('reads what is wrong with a list', () => {
  const jobs = { bytes: null, emptyByDesign: false, problem: 'There is no copy of the list.' };

  expect(readStatus({ directories: { jobs } }).jobs?.problem).toBe('There is no copy of the list.');
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
