import zlib, { brotliCompressSync, constants } from 'node:zlib';

/**
 * Compresses at once, where a test's clock stands still until it is told. Returns the levels that were asked for.
 *
 * @param sizes - how many bytes come out at a level; by default those that do.
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
