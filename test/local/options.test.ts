import { parseOptions, usage, WrongOption } from '../../local/options.ts';

test('without options the embedded database is used as it is, on the usual port', () => {
  expect(parseOptions([])).toEqual({ port: 8787, fresh: false, edge: false, help: false });
});

test.each([
  [['--port', '0'], { port: 0 }],
  [['--port=65535'], { port: 65_535 }],
  [['--scale', '1'], { testData: { startups: 1, withJobs: true } }],
  [['--scale', '12000', '--empty-jobs'], { testData: { startups: 12_000, withJobs: false } }],
  [['--empty-jobs'], { testData: { startups: 120, withJobs: false } }],
  [['--fresh'], { fresh: true }],
  [['--edge'], { edge: true }],
  [['--folder', '/tmp/elsewhere'], { folder: '/tmp/elsewhere' }],
  [['--help'], { help: true }],
  [['-h'], { help: true }],
  [['--database-url', 'postgres://me@host/portal'], { databaseUrl: 'postgres://me@host/portal' }],
  [['--database-url', 'postgresql://host/portal'], { databaseUrl: 'postgresql://host/portal' }],
])('%p is understood', (args, options) => {
  expect(parseOptions(args)).toEqual({
    port: 8787,
    fresh: false,
    edge: false,
    help: false,
    ...options,
  });
});

test.each([
  [['--port', '65536'], '--port takes a whole number from 0 to 65535, not "65536"'],
  [['--port', '-1'], `Option '--port' argument is ambiguous`],
  [['--port', '80.5'], '--port takes a whole number from 0 to 65535, not "80.5"'],
  [['--port', '1e3'], '--port takes a whole number from 0 to 65535, not "1e3"'],
  [['--port', ''], '--port takes a whole number from 0 to 65535, not ""'],
  [['--port'], `Option '--port <value>' argument missing`],
  [['--scale', '0'], '--scale takes a whole number from 1 to 100000, not "0"'],
  [['--scale', '100001'], '--scale takes a whole number from 1 to 100000, not "100001"'],
  [['--scale', 'large'], '--scale takes a whole number from 1 to 100000, not "large"'],
  [['--folder', ''], '--folder takes the path of a folder'],
  [
    ['--database-url', 'mysql://host/portal'],
    '--database-url takes a URL that begins with postgres://',
  ],
  [['--fresh=yes'], `Option '--fresh' does not take an argument`],
  [['--prot', '80'], `Unknown option '--prot'`],
  [['start'], `Unexpected argument 'start'`],
])('%p is answered with one sentence', (args, sentence) => {
  const parse = () => parseOptions(args);

  expect(parse).toThrow(WrongOption);
  expect(parse).toThrow(sentence);
  expect(messageOf(parse)).not.toMatch(/\n|\. /);
});

test('no password is in the sentence about a wrong URL', () => {
  expect(
    messageOf(() => parseOptions(['--database-url', 'mysql://me:hunter2@host/x'])),
  ).not.toContain('hunter2');
});

test('the help names every option', () => {
  const options = [
    'port',
    'scale',
    'empty-jobs',
    'edge',
    'fresh',
    'database-url',
    'folder',
    'help',
  ];
  for (const option of options) expect(usage).toContain(`  --${option} `);
});

function messageOf(action: () => unknown): string {
  try {
    action();
    return '';
  } catch (error) {
    return String(error);
  }
}
