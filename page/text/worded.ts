/** Makes a value such as `on_site` readable: `On site`. Its own capitals and signs stay. */

export function worded(value: string): string {
  const words = value.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
