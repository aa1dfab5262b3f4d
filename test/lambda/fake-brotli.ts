import zlib, { brotliCompressSync, constants } from 'node:zlib';

/**
 * Replaces brotli with synchronous compression, because a test's clock does not advance by itself. Returns the requested levels.
 *
 * @param sizes - number of compressed bytes by level; by default the real number.
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
