import { usageOf, WrongUsage } from '../../tools/verify/usage.ts';

test.each([
  ['http://127.0.0.1:8787/v1', 'http://127.0.0.1:8787/v1'],
  ['http://127.0.0.1:8787/v1/', 'http://127.0.0.1:8787/v1'],
  ['https://abc.cloudfront.net/v1', 'https://abc.cloudfront.net/v1'],
  ['https://example.org/api/v1//', 'https://example.org/api/v1'],
])('%s is a base url', (typed, url) => {
  expect(usageOf([typed])).toEqual({ help: false, json: false, url, timeoutSeconds: 15 });
});

test.each([
  [[], 'The base url of the service is missing.'],
  [['nowhere'], 'This is not an address: nowhere'],
  [['127.0.0.1:8787/v1'], 'This is not an address: 127.0.0.1:8787/v1'],
  [['ftp://example.org/v1'], 'The base url must begin with http:// or https://.'],
  [['http://example.org'], 'The base url must end in /v1, such as http://example.org/v1.'],
  [['http://example.org/v1?a=b'], 'The base url must end in /v1, such as http://example.org/v1.'],
  [['http://a.example/v1', 'http://b.example/v1'], 'There is more than one base url.'],
  [['--timeout', '0', 'http://a.example/v1'], '--timeout takes a number of seconds up to 300.'],
  [['--timeout', 'soon', 'http://a.example/v1'], '--timeout takes a number of seconds up to 300.'],
  [['--jsno', 'http://a.example/v1'], "Unknown option '--jsno'."],
  [['http://a.example/v1', '--timeout'], "Option '--timeout <value>' argument missing."],
])('%j is wrong usage, told in one sentence', (args, sentence) => {
  expect(() => usageOf(args)).toThrow(WrongUsage);
  expect(() => usageOf(args)).toThrow(sentence);
});
