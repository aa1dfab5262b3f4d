/** What a takedown would do, found out by reading only. */

import type { StageDependencies } from '../stage/dependencies.ts';
import { type Copy, readCopy } from './copy.ts';
import { holds } from './founder-list.ts';
import { oldVersions } from './old-versions.ts';
import { COPY_KEY, founders, type Target } from './target.ts';

export async function dryRun(
  { s3 }: Pick<StageDependencies, 's3'>,
  { bucket, functionName, distributionId, listUrl }: Target,
  founder: string,
  say: (step: string, result: string) => void,
): Promise<void> {
  const copy = await readCopy(s3, bucket);
  const { versions, deleteMarkers } = await oldVersions(s3, bucket);
  say('portal', `${functionName} would be asked for a refresh first`);
  say('copy', `s3://${bucket}/${COPY_KEY}: ${copyWords(copy, founder)}`);
  say('functions', `${functionName} would get new processes`);
  say('old versions', `${versions.length + deleteMarkers.length} would be deleted`);
  say('edge', `${founders.path} of ${distributionId} would be invalidated`);
  say('check', `the copy and ${listUrl} would be looked at`);
}

function copyWords(copy: Copy, founder: string): string {
  if (copy.state === 'absent') return 'there is no copy';
  if (copy.state === 'unusable') return `the copy is unusable (${copy.reason})`;
  return holds(copy.records, founder)
    ? 'yes, the founder is in it and would be removed'
    : 'no, the founder is not in it';
}
