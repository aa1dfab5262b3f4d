import zlib from 'node:zlib';

import { LARGEST_BODY_BYTES, refreshLimits, visitorLimits } from '../../contract/limits.ts';
import { makeList } from '../../lambda/aws/copies.ts';
import { acceptedCodings, Bodies } from '../../lambda/directory/response.ts';
import { fakeBrotli } from './fake-brotli.ts';
import { many, startup } from '../support/records.ts';
import codings from './codings.json' with { type: 'json' };

/** Maximum size of a compressed body before it is encoded as base64, in bytes. */
const FITS = (LARGEST_BODY_BYTES / 4) * 3;

const list = makeList(many(3, startup), 0);

it.each(codings as [string, string[]][])(
  'the codings accepted by Accept-Encoding: %j are %j, best first',
  (header, accepted) => {
    expect(acceptedCodings(header)).toEqual(accepted);
  },
);

it.each([
  [2_000_000, 8, 11],
  [2_000_001, 5, 11],
  [4_000_000, 5, 11],
  [4_000_001, 5, 9],
])(
  'a list of %i bytes is compressed with brotli quality %i for a visitor, and with quality %i for a refresh',
  async (bytes, first, best) => {
    const qualities = fakeBrotli({ 5: 3, 8: 5, 9: 6, 11: 9 });
    const bodies = new Bodies(Buffer.alloc(bytes));
    await bodies.bodyFor('br');

    await bodies.compressBrotli(refreshLimits.brotli);
    await bodies.compressBrotli(visitorLimits.brotli);
    await bodies.compressBrotli(refreshLimits.brotli);

    expect(qualities).toEqual([first, best]);
    expect(await bodies.bodyFor('br')).toBe(Buffer.alloc(best === 11 ? 9 : 6).toString('base64'));
  },
);

const inBrotli = (over: number) => {
  fakeBrotli({ 8: FITS + over });
  return new Bodies(list.body);
};
const inGzip = (over: number) => {
  const gzip = (_: unknown, done: zlib.CompressCallback): void => {
    done(null, Buffer.alloc(FITS + over));
  };
  jest.spyOn(zlib, 'gzip').mockImplementation(gzip as typeof zlib.gzip);
  return new Bodies(list.body);
};
// In JSON, a string has two quotes around it, and each quote inside the string is escaped with a backslash.
const letters = (over: number) => Buffer.alloc(LARGEST_BODY_BYTES - 2 + over, 'x');
const quotes = (over: number) => Buffer.alloc((LARGEST_BODY_BYTES - 2) / 2 + over, '"');
const rockets = (over: number) =>
  Buffer.from(`xx${'🚀'.repeat((LARGEST_BODY_BYTES - 4) / 4)}${'x'.repeat(over)}`);

it.each<['br' | 'gzip' | 'identity', string, (over: number) => Bodies]>([
  ['br', 'base64', inBrotli],
  ['gzip', 'base64', inGzip],
  ['identity', 'letters', (over) => new Bodies(letters(over))],
  ['identity', 'quotes, which are escaped', (over) => new Bodies(quotes(over))],
  ['identity', 'characters of four bytes', (over) => new Bodies(rockets(over))],
])('a body can use every byte of the limit (%s, %s)', async (coding, _, bodiesOf) => {
  expect(await bodiesOf(0).bodyFor(coding)).toBeDefined();
  expect(await bodiesOf(1).bodyFor(coding)).toBeUndefined();
});
