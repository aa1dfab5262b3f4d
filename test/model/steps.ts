/** The steps of a case, as data that fast-check can generate, shrink and print. */

import * as fc from 'fast-check';

import { allDirectories } from '../../contract/directories.ts';
import { CLOUDFRONT_USER_AGENT } from '../../contract/edge.ts';
import { edits, flaws } from './portal.ts';
import { corruptions, storeFaults } from './store.ts';

/** Chooses a value. Shrinks towards the first value. */
const one = fc.constantFrom;

export const setting = fc.record({
  directory: one(...allDirectories.map(({ name }) => name)),
  /** Number of records at the start. It is often near ten, because a sudden drop is refused only in a list of more than ten. */
  size: one(0, 1, 4, 10, 11, 12, 22, 22),
  processes: one(1, 2, 3),
  hasCopy: one(true, true, true, false),
});

const process = fc.nat(2);
const minutes = (count: number): number => count * 60_000;

/**
 * Generates the duration of a call: usually the given duration, and sometimes a different duration, which can exceed the
 * timeout.
 */
const about = (usual: number) =>
  one(...Array<number>(12).fill(usual), 200, 700, 1300, 2600, 3500, 9000, minutes(1), Infinity);

const aheadMs = [-5000, 30_000, ...[-2, 4, 10, -60, 60].map(minutes)];

const change = fc.oneof(
  of(30, 'request', {
    process,
    method: one('GET', 'GET', 'GET', 'HEAD'),
    coding: one('', '', 'br'),
    knows: one('none', 'none', 'last', 'first', 'all', 'any'),
    userAgent: one('', '', '', CLOUDFRONT_USER_AGENT),
  }),
  of(6, 'refresh', { process, acceptDrop: fc.boolean() }),
  of(12, 'portal', { edit: one(...edits), at: fc.nat(30), flaw: one(...flaws) }),
  of(9, 'database', {
    fault: one('none', 'none', 'outage', 'outage', 'defect', 'resuming'),
    count: one(1, 2, 3, 4, 5, 40, 200),
    milliseconds: about(20),
  }),
  of(6, 'store', {
    fault: one('none', 'none', 'none', 'none', ...storeFaults),
    milliseconds: about(10),
  }),
  of(4, 'corrupt', { how: one(...corruptions) }),
  of(5, 'takedown', {}),
  of(3, 'set clock', { process, aheadMs: one(0, ...aheadMs) }),
  of(2, 'freeze', { process, forMs: one(200, 5000, minutes(10)) }),
  of(1, 'end', { process }),
);

function of<Name extends string, Fields extends object>(
  weight: number,
  name: Name,
  fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
) {
  const named = (values: Fields): { readonly do: Name } & Fields => ({ do: name, ...values });
  return { weight, arbitrary: fc.record<Fields>(fields).map(named) };
}

/** Time until the next step. The next step can follow at once, during an answer, soon after it, or later. */
const soon = one(0, 0, 0, 0, 3, 8, 12, 27, 700, 1900, 6000, 6000, 6000, 6000);
const later = one(30_000, 59_000, 60_000, 61_000, 73_000, 100_000, minutes(10), minutes(120));
const thenMs = fc.oneof({ weight: 4, arbitrary: soon }, { weight: 1, arbitrary: later });

const lengths = { minLength: 1, maxLength: 24, size: 'max' } as const;
export const steps = fc.array(fc.record({ change, thenMs }), lengths);

/** A deploy creates the first copy with a refresh. */
const firstRefresh = { do: 'refresh', process: 0, acceptDrop: false } as const;
export const firstCopy: Step = { change: firstRefresh, thenMs: 61_000 };

export type Setting = typeof setting extends fc.Arbitrary<infer T> ? T : never;
export type Step = typeof steps extends fc.Arbitrary<(infer T)[]> ? T : never;
