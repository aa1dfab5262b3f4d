import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { acceptedOf, compressed } from '../../../local/cloudfront/origins.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br,gzip'],
  ['BR, GZIP', 'br,gzip'],
  ['br;q=0.1, gzip', 'br,gzip'],
  ['br', 'br'],
  ['br, gzip;q=0', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0.0', 'gzip'],
  ['gzip, br ; q=0', 'gzip'],
  ['identity', ''],
  ['deflate', ''],
  ['brr, xgzip', ''],
  ['', ''],
])('Accept-Encoding %j is %j', (header, accepted) => {
  expect(acceptedOf(header)).toBe(accepted);
});

describe('an object of the store', () => {
  const object = (bytes: number, headers: Readonly<Record<string, string>> = {}) => ({
    status: 200,
    headers: { 'content-type': 'application/json', etag: '"1"', ...headers },
    body: Buffer.alloc(bytes, 'a'),
  });

  test.each([
    ['br,gzip', 'br', brotliDecompressSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('is compressed for %s with %s, and its ETag becomes weak', (accepted, coding, un) => {
    const answer = compressed(object(1000), accepted);

    expect(answer.headers).toMatchObject({ 'content-encoding': coding, etag: 'W/"1"' });
    expect(un(answer.body).equals(object(1000).body)).toBe(true);
  });

  test.each([
    ['for a client that takes nothing', object(1000), ''],
    ['with less than 1,000 bytes', object(999), 'gzip'],
    ['with more than 10,000,000 bytes', object(10_000_001), 'gzip'],
    ['of another type', object(1000, { 'content-type': 'application/xml' }), 'gzip'],
    ['that is compressed already', object(1000, { 'content-encoding': 'br' }), 'gzip'],
  ] as const)('%s is sent as it is', (_, answer, accepted) => {
    expect(compressed(answer, accepted)).toBe(answer);
  });

  test('with 10,000,000 bytes is compressed', () => {
    const { headers } = compressed(object(10_000_000), 'gzip');

    expect(headers['content-encoding']).toBe('gzip');
  });
});
