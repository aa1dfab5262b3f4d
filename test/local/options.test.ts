import { optionsOf } from '../../local/options.ts';

const none = {
  port: undefined,
  scale: undefined,
  'database-url': undefined,
  'empty-jobs': false,
  fresh: false,
  edge: false,
  folder: undefined,
};

test.each([
  [{}, {}],
  [{ port: '0' }, { port: 0 }],
  [{ port: '65535' }, { port: 65_535 }],
  [{ scale: '1' }, { testData: { startups: 1, withJobs: true } }],
  [{ scale: '12000', 'empty-jobs': true }, { testData: { startups: 12_000, withJobs: false } }],
  [{ 'empty-jobs': true }, { testData: { startups: 120, withJobs: false } }],
  [{ fresh: true }, { fresh: true }],
  [{ edge: true }, { edge: true }],
  [{ folder: '/tmp/elsewhere' }, { folder: '/tmp/elsewhere' }],
  [{ 'database-url': 'postgres://me@host/portal' }, { databaseUrl: 'postgres://me@host/portal' }],
  [{ 'database-url': 'postgresql://host/portal' }, { databaseUrl: 'postgresql://host/portal' }],
])('%j is understood', (given, options) => {
  expect(optionsOf({ ...none, ...given })).toEqual({
    port: 8787,
    fresh: false,
    edge: false,
    ...options,
  });
});

test.each([
  [{ port: '65536' }, '--port takes a whole number from 0 to 65535, not "65536".'],
  [{ scale: '0' }, '--scale takes a whole number from 1 to 100000, not "0".'],
  [{ scale: '100001' }, '--scale takes a whole number from 1 to 100000, not "100001".'],
  [{ folder: '' }, '--folder takes the path of a folder.'],
  [
    { 'database-url': 'mysql://me:hunter2@host/portal' }, // and the password is not repeated
    '--database-url takes a URL that begins with postgres://.',
  ],
])('%j is refused in one sentence', (given, sentence) => {
  expect(() => optionsOf({ ...none, ...given })).toThrow(new RegExp(`^${sentence}$`, 'u'));
});
