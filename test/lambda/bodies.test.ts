import zlib, { brotliCompressSync, constants } from 'node:zlib';

import { makeSnapshot } from '../../lambda/aws/last-good.ts';
import { LARGEST_BODY_BYTES } from '../../contract/limits.ts';
import { Bodies } from '../../lambda/directory/bodies.ts';
import { fakeBrotli } from '../support/fake-brotli.ts';
import { many, startup } from '../support/records/records.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');

const HALF_A_MINUTE_MS = 30_000;

/** The largest body of compressed bytes, before base64. */
const FITS = (LARGEST_BODY_BYTES / 4) * 3;

const snapshot = makeSnapshot(many(3, startup), NOW);

function brotli(list: Buffer, quality: number): string {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: list.length,
  };
  return brotliCompressSync(list, { params }).toString('base64');
}

/** Of so many bytes, of which only the number matters. */
function listOf(bytes: number): Bodies {
  return new Bodies(Buffer.alloc(bytes));
}

describe('a body in brotli', () => {
  it('is made for a visitor at level 5, which knows how much is coming', async () => {
    expect(await new Bodies(snapshot.body).of('br')).toBe(brotli(snapshot.body, 5));
  });

  it('is made at level 9 where level 5 does not fit, and is none where 9 does not fit either', async () => {
    const levels = fakeBrotli({ 5: FITS + 1, 9: FITS });

    expect(await listOf(100).of('br')).toHaveLength(LARGEST_BODY_BYTES);
    expect(levels).toEqual([5, 9]);
    fakeBrotli({ 5: FITS + 1, 9: FITS + 1 });
    expect(await listOf(100).of('br')).toBeUndefined();
  });
});

describe('a body in any coding', () => {
  it.each(['br', 'gzip', 'identity'] as const)('is made once: %s', async (coding) => {
    const made = [jest.spyOn(zlib, 'brotliCompress'), jest.spyOn(zlib, 'gzip')];
    const toText = jest.spyOn(snapshot.body, 'toString');
    const bodies = new Bodies(snapshot.body);

    const first = await bodies.of(coding);
    const calls = [...made, toText].map(({ mock }) => mock.calls.length);

    expect(await bodies.of(coding)).toBe(first);
    expect([...made, toText].map(({ mock }) => mock.calls.length)).toEqual(calls);
  });

  it('that does not fit is not tried again', async () => {
    const levels = fakeBrotli({ 5: FITS + 1, 9: FITS + 1 });
    const bodies = listOf(100);

    await bodies.of('br');
    await bodies.of('br');

    expect(levels).toEqual([5, 9]);
  });

  it('that failed to be made is made anew', async () => {
    const bodies = new Bodies(snapshot.body);
    const failing = jest.spyOn(zlib, 'brotliCompress').mockImplementation(((_, __, done) => {
      done(new Error('no memory'), Buffer.alloc(0));
    }) as typeof zlib.brotliCompress);
    await expect(bodies.of('br')).rejects.toThrow('no memory');
    failing.mockRestore();

    expect(await bodies.of('br')).toBe(brotli(snapshot.body, 5));
  });
});

describe('the smallest body', () => {
  it('is that of level 11, and answers from then on', async () => {
    const bodies = new Bodies(snapshot.body);
    await bodies.of('br');

    await bodies.makeSmallest(HALF_A_MINUTE_MS);

    expect(await bodies.of('br')).toBe(brotli(snapshot.body, 11));
  });

  it('is made once', async () => {
    const levels = fakeBrotli({ 11: 3 });
    const bodies = listOf(100);

    await bodies.makeSmallest(HALF_A_MINUTE_MS);
    await bodies.makeSmallest(HALF_A_MINUTE_MS);

    expect(levels).toEqual([11]);
  });

  it.each([
    [9_000_000, [11]],
    [9_000_001, [10]],
    [15_000_000, [10]],
    [15_000_001, [9]],
    [75_000_000, [9]],
    [75_000_001, []],
  ])(
    'of a list of %i bytes is made, within half a minute, at level %p',
    async (bytes, expected) => {
      const levels = fakeBrotli();

      await listOf(bytes).makeSmallest(HALF_A_MINUTE_MS);

      expect(levels).toEqual(expected);
    },
  );

  it('is not begun without time', async () => {
    const levels = fakeBrotli();

    await listOf(100).makeSmallest(-1);

    expect(levels).toEqual([]);
  });
});
