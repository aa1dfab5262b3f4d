/** Whether a directory can be served from now on, come what may. */

import type { Refreshed } from '../../contract/refresh.ts';
import { saysDenied } from '../../aws/retry.ts';

/** A directory that has no copy to fall back to, that cannot keep one, or whose database does not give what it should. */
export class NotServing extends Error {
  override readonly name = 'NotServing';
  /** Whether it may pass by itself. */
  readonly heals: boolean;

  constructor(message: string, heals = false) {
    super(message);
    this.heals = heals;
  }
}

/** What a copy is for: with one, these do not stop a deployment. */
const COVERED = new Set(['DatabaseOutage', 'SnapshotRefused']);

/** A copy is no proof by itself: it may be of a time when the function could still write. @throws NotServing */
export function requireServing({
  records,
  failure,
  copy,
  kept,
}: Refreshed): NonNullable<Refreshed['copy']> {
  if (failure !== undefined && !COVERED.has(failure.name)) {
    throw new NotServing(`${failure.name}: ${failure.reason}`, saysDenied(failure.reason));
  }
  if (kept?.state === 'failed') {
    const found = failure === undefined ? `${records} records were read` : failure.name;
    throw new NotServing(
      `${found}, and the last-good copy could not be written (${kept.reason}): look at the function's permissions on the bucket`,
      true,
    );
  }
  if (kept?.state === 'superseded') {
    throw new NotServing('another process wrote the last-good copy at the same time', true);
  }
  if (kept !== undefined && copy !== undefined) return copy;
  throw failure === undefined
    ? new NotServing('the function read nothing and has no last-good copy')
    : new NotServing(
        `${failure.name}: ${failure.reason}, and there is no last-good copy`,
        failure.name === 'DatabaseOutage',
      );
}
