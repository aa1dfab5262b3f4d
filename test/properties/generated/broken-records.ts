/** Records that satisfy the contract but for one value, which may be anything that JSON can say, or be missing. */

import * as fc from 'fast-check';

import type { DirectoryName } from '../../../contract/directories.ts';
import { conforming, type GeneratedRecord } from './records.ts';

/** Nearly right, each for some field. */
const TEMPTING: readonly unknown[] = [
  ['', ' ', '.', '..', 'a b'],
  ['javascript:alert(1)', 'example.com', 'https://me:secret@example.com/', 'https://EXAMPLE.com'],
  ['https://example.com/"><script>', 'ftp://example.com/'],
  ['2026-02-30', '2026-02-30T00:00:00Z', '2026-11-20 08:00:00', '2026-11-20T08:00:00+01:00'],
  ['0000-00-00', 'Infinity'],
  ['ada@example.org', 'ada (at) example (dot) org', '+1 202-555-0143'],
  ['00000000-0000-4000-8000-00000000000', '\u0000', '\u2028', '<script>alert(1)</script>'],
  [-1, 1.5, 2 ** 53, 1e308, [null], [[]], [{}], {}],
].flat();

/** `undefined` is a field that is missing. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...TEMPTING, undefined),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary' }),
);

export function broken(name: DirectoryName): fc.Arbitrary<GeneratedRecord> {
  return fc
    .tuple(conforming[name], fc.nat(), anything)
    .map(([record, nth, value]) => replaced(record, nth, value));
}

function replaced(record: GeneratedRecord, nth: number, value: unknown): GeneratedRecord {
  const names = Object.keys(record);
  const name = names[nth % names.length] ?? '';
  const { [name]: before, ...others } = record;
  if (value === undefined) return others;
  const first: unknown = Array.isArray(before) ? before[0] : undefined;
  // Half of the time inside: an enrollment with a bad field.
  if (typeof first === 'object' && first !== null && nth % 2 === 0) {
    return { ...record, [name]: [replaced({ ...first }, nth >> 1, value)] };
  }
  return { ...record, [name]: value };
}
