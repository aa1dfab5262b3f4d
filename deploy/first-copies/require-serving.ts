/** Whether a directory can be served from now on, come what may. */

import type { Refreshed } from '../../contract/refresh.ts';

/** A directory that has no copy to fall back to, or whose database does not give what it should. */
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

/** A right that was given a moment ago is not known everywhere yet (IAM is eventually consistent). */
const NO_RIGHT = /^(?:AccessDenied|Forbidden)/u;

/** @throws NotServing */
export function requireServing(refreshed: Refreshed): Required<Pick<Refreshed, 'copy'>> {
  const { records, failure, copy } = refreshed;
  if (failure === undefined) {
    if (copy !== undefined) return { copy };
    throw new NotServing(
      records === undefined
        ? 'the function read nothing and has no last-good copy'
        : `its ${records} records were read but could not be kept as the last-good copy: look at the permissions on the bucket`,
      records !== undefined,
    );
  }
  const { name, reason } = failure;
  if (!COVERED.has(name)) throw new NotServing(`${name}: ${reason}`, NO_RIGHT.test(reason));
  if (copy !== undefined) return { copy };
  throw new NotServing(
    `${name}: ${reason}, and there is no last-good copy`,
    name === 'DatabaseOutage',
  );
}
