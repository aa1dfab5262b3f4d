/** Numbers with their words. */

const IN_ENGLISH = new Intl.NumberFormat('en');

/** `1 startup`, `12,000 startups`. */
export function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${IN_ENGLISH.format(count)} ${count === 1 ? one : many}`;
}

/** `2 bytes`, `76 kB`, `31.9 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, ['byte', 'bytes']);
  const kilobytes = Math.round(bytes / 1000);
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
