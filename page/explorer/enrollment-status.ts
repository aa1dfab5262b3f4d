/** Where a startup stands in its programmes. */

import type { Startup } from '../../client/src/index.ts';

export function isActive({ enrollments }: Startup): boolean {
  return enrollments.some(({ status }) => status === 'active');
}

/** It has graduated and is in no programme any more. */
export function isAlumnus(startup: Startup): boolean {
  return !isActive(startup) && startup.enrollments.some(({ graduated }) => graduated);
}
