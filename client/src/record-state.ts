/** What can be asked of one record: its startup's enrollment, and whether a job is still open. */

import type { Job, Startup } from './records.ts';

/** In a programme at present. */
export function isActive({ enrollments }: Pick<Startup, 'enrollments'>): boolean {
  return enrollments.some(({ status }) => status === 'active');
}

/** It has graduated and is in no programme any more. */
export function isAlumnus(startup: Pick<Startup, 'enrollments'>): boolean {
  return !isActive(startup) && startup.enrollments.some(({ graduated }) => graduated);
}

/** Whether a job has not expired: a list may be an hour old, and an outage's copy older. */
export function isOpen({ expires_at: end }: Pick<Job, 'expires_at'>, now = new Date()): boolean {
  return end === null || !(Date.parse(end) <= now.getTime()); // a time that cannot be read ends nothing
}
