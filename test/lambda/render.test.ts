import { createCipheriv } from 'node:crypto';
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { etagOf } from '../../contract/http.ts';
import { LARGEST_BODY_BYTES } from '../../contract/limits.ts';
import { Bodies } from '../../lambda/directory/bodies.ts';
import { acceptedCodings, render, type Served } from '../../lambda/directory/render.ts';
import { makeSnapshot } from '../../lambda/aws/last-good.ts';
import { plainGet } from '../support/aws/fake-dependencies.ts';
import { many, startup } from '../support/records/records.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const brotliGet = { ...plainGet, acceptEncoding: 'br' };
const gzipOnly = { ...plainGet, acceptEncoding: 'gzip, identity;q=0' };

function served(fields: Partial<Served> = {}): Served {
  const snapshot = fields.snapshot ?? makeSnapshot(many(3, startup), NOW);
  return { snapshot, source: 'database', since: NOW, bodies: new Bodies(snapshot.body), ...fields };
}

/** A list of about this many bytes that hardly compresses, and that JSON does not escape. */
function incompressible(bytes: number): Served {
  const zeros = Buffer.alloc(bytes);
  const noise = createCipheriv('aes-128-ctr', zeros.subarray(0, 16), zeros.subarray(0, 16));
  const printable = noise.update(zeros).map((byte) => 33 + (byte % 94));
  const text = Buffer.from(printable).toString('latin1').replaceAll(/["\\]/gu, '!');
  return served({ snapshot: makeSnapshot([text], NOW) });
}

describe('the codings that a client takes', () => {
  it.each([
    ['', ['identity']],
    ['gzip', ['gzip', 'identity']],
    ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
    ['br;q=0, gzip', ['gzip', 'identity']],
    ['gzip;q=1.0, br;q=0.5', ['gzip', 'br', 'identity']],
    ['identity', ['identity']],
    ['identity;q=0.5, gzip;q=0.1', ['identity', 'gzip']],
    ['*', ['br', 'gzip', 'identity']],
    ['*;q=0', []],
    ['gzip, identity;q=0', ['gzip']],
    ['GZIP', ['gzip', 'identity']],
    ['gzip;q=2, br;q=x, ,;;', ['identity']],
    ['gzip;q=1.001, br;q=-0.1', ['identity']],
    ['gzip;q=0.5, br;q=1', ['br', 'gzip', 'identity']],
    ['br;q=0.3, gzip;q=0.3, identity;q=0.3', ['br', 'gzip', 'identity']],
    ['gzip ; level=1 ; q=0', ['identity']],
    ['gzip;q=0.0001', ['gzip', 'identity']],
    ['*;q=0.5, gzip', ['gzip', 'br', 'identity']],
    ['*;q=0, gzip', ['gzip']],
    ['identity, *;q=0', ['identity']],
    ['br;xq=0', ['br', 'identity']],
    ['*;q=0.5, br;q=-1', ['br', 'gzip', 'identity']],
    ['gzip;level=1;q=0.5, br;q=0.1', ['gzip', 'br', 'identity']],
  ])('are, for %p, best first: %p', (header, codings) => {
    expect(acceptedCodings(header)).toEqual(codings);
  });
});

describe('a 200', () => {
  it('is plain JSON for a client that names no coding', async () => {
    const response = await render(served(), plainGet, NOW);

    expect(response.headers).not.toHaveProperty('Content-Encoding');
    expect(response.isBase64Encoded).toBe(false);
    expect(JSON.parse(response.body)).toHaveLength(3);
  });

  it('has these headers and no others', async () => {
    const { headers } = await render(served(), brotliGet, NOW + 1000);

    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'Content-Encoding': 'br',
      'Cache-Control': 'public, max-age=3599, stale-if-error=86400',
      'X-Cached-At': '2026-11-20T08:00:00.000Z',
      'X-Data-Source': 'database',
      ETag: etagOf(served().snapshot.sha256),
      Vary: 'Accept-Encoding',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'X-Cached-At, X-Data-Source, ETag, Age, Retry-After',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is the same bytes in %s', async (coding, decode) => {
    const list = served();

    const response = await render(list, { ...plainGet, acceptEncoding: coding }, NOW);

    expect(response.headers['Content-Encoding']).toBe(coding);
    expect(response.isBase64Encoded).toBe(true);
    expect(decode(Buffer.from(response.body, 'base64'))).toEqual(list.snapshot.body);
  });

  it('is the same headers and no body for HEAD', async () => {
    const list = served();
    const get = await render(list, brotliGet, NOW);

    const head = await render(list, { ...brotliGet, method: 'HEAD' }, NOW);

    expect(head).toEqual({ ...get, body: '', isBase64Encoded: false });
  });

  it('has a weak ETag that depends on the data alone', () => {
    const again = makeSnapshot(many(3, startup), NOW + 60_000);
    const other = makeSnapshot(many(4, startup), NOW);

    expect(etagOf(again.sha256)).toBe(etagOf(served().snapshot.sha256));
    expect(etagOf(other.sha256)).not.toBe(etagOf(again.sha256));
    expect(etagOf(again.sha256)).toMatch(/^W\/"[0-9a-f]{32}"$/u);
  });

  it.each([
    ['database', 0, 3600],
    ['database', 999, 3600],
    ['database', 1000, 3599],
    ['database', 3_600_000, 0],
    ['database', 7_200_000, 0],
    ['database', -5000, 3600],
    ['last-good', 0, 60],
    ['last-good', 1999, 59],
    ['last-good', 60_000, 0],
    ['last-good', 90_000, 0],
    ['last-good', -5000, 60],
  ] as const)(
    'of the %s that was first served %d ms ago may be kept for %d s',
    async (source, ageMs, maxAge) => {
      // A stale list is older than its first answer.
      const cachedAt = source === 'database' ? NOW : NOW - 7_200_000;
      const list = served({ snapshot: makeSnapshot(many(3, startup), cachedAt), source });

      const { headers } = await render(list, plainGet, NOW + ageMs);

      expect(headers['Cache-Control']).toBe(`public, max-age=${maxAge}, stale-if-error=86400`);
    },
  );
});

describe('a 304', () => {
  const etag = etagOf(served().snapshot.sha256);

  it.each([etag, etag.replace('W/', ''), `"other", ${etag}`, `  ${etag} , "other"`, '*', ' * '])(
    'is the answer to If-None-Match: %s, with the headers of the 200',
    async (ifNoneMatch) => {
      const { headers } = await render(served(), plainGet, NOW);

      const response = await render(served(), { ...plainGet, ifNoneMatch }, NOW);

      expect(response).toEqual({ statusCode: 304, headers, body: '', isBase64Encoded: false });
    },
  );

  it.each(['"other"', '', etag.slice(0, -2), 'W/', `x${etag}`, etag.replace('W/', '') + 'W/'])(
    'is not the answer to If-None-Match: %p',
    async (ifNoneMatch) => {
      expect((await render(served(), { ...plainGet, ifNoneMatch }, NOW)).statusCode).toBe(200);
    },
  );
});

describe('a list past the 6 MiB of Lambda', () => {
  const long = served({ snapshot: makeSnapshot(['x'.repeat(7_000_000)], NOW) });

  it('is answered with 406 to a client that takes no compression', async () => {
    const response = await render(long, plainGet, NOW);

    expect(response).toMatchObject({
      statusCode: 406,
      isBase64Encoded: false,
      headers: {
        'Cache-Control': 'no-store',
        'Access-Control-Allow-Origin': '*',
        Vary: 'Accept-Encoding',
      },
    });
    expect(JSON.parse(response.body)).toEqual({
      type: 'about:blank',
      title: 'Not Acceptable',
      status: 406,
      detail:
        'The list cannot be sent in any content coding that the request accepts: use Accept-Encoding: br, gzip.',
    });
  });

  it('is sent compressed to every other, even to one that would rather not', async () => {
    const acceptEncoding = 'identity, gzip;q=0.1';

    const response = await render(long, { ...plainGet, acceptEncoding }, NOW);

    expect(response.statusCode).toBe(200);
    expect(response.headers['Content-Encoding']).toBe('gzip');
  });

  it('begins with the byte after the last that fits', async () => {
    // `["…"]`, escaped and in quotes: eight bytes besides the text.
    const plain = async (bytes: number) =>
      render(served({ snapshot: makeSnapshot(['x'.repeat(bytes - 8)], NOW) }), plainGet, NOW);
    const zipped = async (bytes: number) => {
      jest.spyOn(zlib, 'gzip').mockImplementation(((_: unknown, done: zlib.CompressCallback) => {
        done(null, Buffer.alloc(bytes));
      }) as typeof zlib.gzip);
      return render(served(), gzipOnly, NOW);
    };
    const base64Bytes = (LARGEST_BODY_BYTES / 4) * 3;

    expect((await plain(LARGEST_BODY_BYTES)).statusCode).toBe(200);
    expect((await plain(LARGEST_BODY_BYTES + 1)).statusCode).toBe(406);
    expect((await zipped(base64Bytes)).statusCode).toBe(200);
    expect((await zipped(base64Bytes + 1)).statusCode).toBe(406);
  });

  it('counts as it is in Lambda’s JSON: escaped or in base64', async () => {
    const quotes = served({ snapshot: makeSnapshot(['"'.repeat(2_500_000)], NOW) });
    const noise = incompressible(6_250_000);

    expect((await render(quotes, plainGet, NOW)).statusCode).toBe(406);
    expect((await render(noise, plainGet, NOW)).statusCode).toBe(200);
    expect((await render(noise, gzipOnly, NOW)).statusCode).toBe(406);
  });
});
