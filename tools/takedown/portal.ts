/** Asks whether the portal still publishes a founder: a fresh read of the list ends in the last-good copy. */

import { refresh } from '../../aws/refresh.ts';
import { NotServing } from '../../aws/refresh.ts';
import type { StageDependencies } from '../stage/dependencies.ts';
import { type Copy, readCopy } from './copy.ts';
import { holds } from './founder-list.ts';
import type { Target } from './target.ts';

export type Portal =
  | { readonly publishes: boolean }
  /** Why it could not be told. */
  | { readonly unknown: string };

export async function askPortal(
  { lambda, s3 }: StageDependencies,
  { functionName, bucket }: Target,
  founder: string,
): Promise<Portal> {
  const before = await readCopy(s3, bucket);
  try {
    const { signal } = new AbortController();
    const { failure } = await refresh(lambda, functionName, { acceptDrop: false }, signal);
    if (failure !== undefined) return { unknown: `${failure.name}: ${failure.reason}` };
  } catch (error) {
    if (error instanceof NotServing) return { unknown: error.message };
    throw error;
  }
  const after = await readCopy(s3, bucket);
  if (after.state !== 'found' || !isNewer(after, before)) {
    return { unknown: 'what was read was not kept as the last-good copy' };
  }
  return { publishes: holds(after.records, founder) };
}

function isNewer(after: Copy & { readonly state: 'found' }, before: Copy): boolean {
  return before.state !== 'found' || after.cachedAt > before.cachedAt;
}
