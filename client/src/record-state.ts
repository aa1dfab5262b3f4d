/** Predicates of one record: the state of a startup, and whether a job is still open. */

import type { Job, Startup } from './records.ts';

/** Whether the startup is in a programme at present. */
export function isActive({ enrollments }: Pick<Startup, 'enrollments'>): boolean {
  return enrollments.some(({ status }) => status === 'active');
}

/** Whether the startup has graduated and is in no programme any more. */
export function isAlumnus(startup: Pick<Startup, 'enrollments'>): boolean {
  return !isActive(startup) && startup.enrollments.some(({ graduated }) => graduated);
}

/**
 * Whether a job has not expired: a list may be an hour old, and an outage's copy older. Without a `Date` it is now, so that
 * `jobs.filter(isOpen)`, which passes an index, does what it says.
 */
export function isOpen({ expires_at: end }: Pick<Job, 'expires_at'>, now?: Date | number): boolean {
  const time = typeof now === 'object' ? now.getTime() : Date.now();
  return end === null || !(Date.parse(end) <= time); // a time that cannot be read ends nothing
}
