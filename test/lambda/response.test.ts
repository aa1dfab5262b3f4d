import zlib from 'node:zlib';

import { LARGEST_BODY_BYTES, refreshLimits, visitorLimits } from '../../contract/limits.ts';
import { makeList } from '../../lambda/aws/copies.ts';
import { acceptedCodings, Bodies } from '../../lambda/directory/response.ts';
import { fakeBrotli } from './fake-brotli.ts';
import { many, startup } from '../support/records.ts';

/** The largest body of compressed bytes, before base64. */
const FITS = (LARGEST_BODY_BYTES / 4) * 3;

const list = makeList(many(3, startup), 0);

describe('the codings that a client takes', () => {
  it.each([
    ['', ['identity']],
    ['gzip', ['gzip', 'identity']],
    ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
    ['br;q=0, gzip', ['gzip', 'identity']],
    ['gzip;q=1.0, br;q=0.5', ['gzip', 'br', 'identity']],
    ['identity;q=0.5, gzip;q=0.1', ['identity', 'gzip']],
    ['*', ['br', 'gzip', 'identity']],
    ['*;q=0', []],
    ['gzip, identity;q=0', ['gzip']],
    ['GZIP', ['gzip', 'identity']],
    ['gzip;q=2, br;q=x, ,;;', ['identity']],
    ['gzip;q=1.001, br;q=-0.1', ['identity']],
    ['br;q=0.3, gzip;q=0.3, identity;q=0.3', ['br', 'gzip', 'identity']],
    ['gzip ; level=1 ; q=0', ['identity']],
    ['gzip;q=0.001', ['gzip', 'identity']],
    ['*;q=0.5, gzip', ['gzip', 'br', 'identity']],
    ['*;q=0, gzip', ['gzip']],
    ['identity, *;q=0', ['identity']],
    ['br;xq=0', ['br', 'identity']],
  ])('are, for %p, best first: %p', (header, codings) => {
    expect(acceptedCodings(header)).toEqual(codings);
  });
});

describe('a body in brotli', () => {
  it.each([
    [2_000_000, 8, 11],
    [2_000_001, 5, 11],
    [4_000_000, 5, 11],
    [4_000_001, 5, 9],
  ])(
    'of %i bytes is of quality %i, and from a refresh on of %i',
    async (bytes, first, smallest) => {
      const qualities = fakeBrotli({ 5: 3, 8: 5, 9: 6, 11: 9 });
      const bodies = new Bodies(Buffer.alloc(bytes));
      await bodies.bodyFor('br');

      await bodies.compressBrotli(refreshLimits.brotli);
      await bodies.compressBrotli(visitorLimits.brotli);
      await bodies.compressBrotli(refreshLimits.brotli);

      expect(qualities).toEqual([first, smallest]);
      expect(await bodies.bodyFor('br')).toBe(
        Buffer.alloc(smallest === 11 ? 9 : 6).toString('base64'),
      );
    },
  );
});

describe('a body in any coding', () => {
  // A body of letters is escaped by its two quotes, of `["…"]` by two more.
  it.each<['br' | 'gzip' | 'identity', string, (over: number) => Bodies]>([
    [
      'br',
      'in base64',
      (over) => {
        fakeBrotli({ 8: FITS + over });
        return new Bodies(list.body);
      },
    ],
    [
      'gzip',
      'in base64',
      (over) => {
        jest.spyOn(zlib, 'gzip').mockImplementation(((_: unknown, done: zlib.CompressCallback) => {
          done(null, Buffer.alloc(FITS + over));
        }) as typeof zlib.gzip);
        return new Bodies(list.body);
      },
    ],
    [
      'identity',
      'in letters',
      (over) => new Bodies(Buffer.alloc(LARGEST_BODY_BYTES - 2 + over, 'x')),
    ],
    [
      'identity',
      'in quotes, which are escaped',
      (over) => new Bodies(Buffer.alloc((LARGEST_BODY_BYTES - 2) / 2 + over, '"')),
    ],
    [
      'identity',
      'in characters of four bytes',
      (over) =>
        new Bodies(
          Buffer.from(`xx${'🚀'.repeat((LARGEST_BODY_BYTES - 4) / 4)}${'x'.repeat(over)}`),
        ),
    ],
  ])('fits Lambda up to the last byte: %s %s', async (coding, _, bodiesOf) => {
    expect(await bodiesOf(0).bodyFor(coding)).toBeDefined();
    expect(await bodiesOf(1).bodyFor(coding)).toBeUndefined();
  });
});
