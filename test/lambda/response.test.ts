import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { etagOf } from '../../contract/http.ts';
import { LARGEST_BODY_BYTES, refreshLimits, visitorLimits } from '../../contract/limits.ts';
import { makeList } from '../../lambda/aws/copies.ts';
import {
  acceptedCodings,
  Bodies,
  type ListRequest,
  respond,
  type Served,
} from '../../lambda/directory/response.ts';
import { plainGet } from '../support/aws/fake-dependencies.ts';
import { fakeBrotli } from '../support/fake-brotli.ts';
import { many, startup } from '../support/records/records.ts';

async function listResponse(list: Served, request: ListRequest, now: number) {
  return (await respond(list, request, now)).response;
}

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const HOUR_MS = 3_600_000;

/** The largest body of compressed bytes, before base64. */
const FITS = (LARGEST_BODY_BYTES / 4) * 3;

const list = makeList(many(3, startup), NOW);
const etag = etagOf(list.sha256);

function served(fields: Partial<Served> = {}): Served {
  const of = fields.list ?? list;
  const bodies = new Bodies(of.body);
  return { list: of, source: 'database', since: NOW, lifetime: 3600, bodies, ...fields };
}

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

describe('a 200', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['', undefined],
  ])(
    'in the coding %p has these headers and no others, and the same list',
    async (coding, decode) => {
      const response = await listResponse(
        served(),
        { ...plainGet, acceptEncoding: coding },
        NOW + 1000,
      );

      expect(response.headers).toEqual({
        'Content-Type': 'application/json',
        ...(decode && { 'Content-Encoding': coding }),
        'Cache-Control': 'public, max-age=3599, stale-if-error=86400',
        'X-Cached-At': '2026-11-20T08:00:00.000Z',
        'X-Data-Source': 'database',
        ETag: etag,
        Vary: 'Accept-Encoding',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'X-Cached-At, X-Data-Source, ETag, Age, Retry-After',
        'X-Content-Type-Options': 'nosniff',
      });
      expect(response).toMatchObject({ statusCode: 200, isBase64Encoded: decode !== undefined });
      const { body } = response;
      expect(decode?.(Buffer.from(body, 'base64')) ?? Buffer.from(body)).toEqual(list.body);
    },
  );
});

describe('a 304', () => {
  it('is meant for equal lists, whenever they were read', () => {
    expect(makeList(many(3, startup), NOW + HOUR_MS).sha256).toBe(list.sha256);
    expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/u);
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
      await bodies.of('br');

      await bodies.compress(refreshLimits.brotli);
      await bodies.compress(visitorLimits.brotli);
      await bodies.compress(refreshLimits.brotli);

      expect(qualities).toEqual([first, smallest]);
      expect(await bodies.of('br')).toBe(Buffer.alloc(smallest === 11 ? 9 : 6).toString('base64'));
    },
  );
});

describe('a body in any coding', () => {
  it.each(['br', 'gzip', 'identity'] as const)('is made once: %s', async (coding) => {
    const work = [
      jest.spyOn(zlib, 'brotliCompress').mock.calls,
      jest.spyOn(zlib, 'gzip').mock.calls,
      jest.spyOn(list.body, 'toString').mock.calls,
    ];
    const bodies = new Bodies(list.body);

    const first = await bodies.of(coding);

    expect(await bodies.of(coding)).toBe(first);
    expect(work.reduce((sum, { length }) => sum + length, 0)).toBe(1);
  });

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
    expect(await bodiesOf(0).of(coding)).toBeDefined();
    expect(await bodiesOf(1).of(coding)).toBeUndefined();
  });
});
