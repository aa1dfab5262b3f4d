import zlib, { brotliCompressSync, constants } from 'node:zlib';

/**
 * Replaces brotli with synchronous compression, because real compression runs in a thread, and the clock of a test does not
 * wait for threads. Returns an array to which each compression adds its quality level.
 *
 * @param sizes - number of bytes in the result, keyed by quality level. At the other levels, the compression is real.
 */
export function fakeBrotli(sizes: Readonly<Record<number, number>> = {}): number[] {
  const levels: number[] = [];
  jest.spyOn(zlib, 'brotliCompress').mockImplementation(((list, options, done) => {
    const level = Number(options.params?.[constants.BROTLI_PARAM_QUALITY]);
    const size = sizes[level];
    levels.push(level);
    done(null, size === undefined ? brotliCompressSync(list, options) : Buffer.alloc(size));
  }) as typeof zlib.brotliCompress);
  return levels;
}
