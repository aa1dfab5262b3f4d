/** Looks once more, from outside: where a founder still is. */

import type { StageDependencies } from '../stage/dependencies.ts';
import { readCopy } from './copy.ts';
import { holds, recordsOf } from './founder-list.ts';
import type { Target } from './target.ts';

const TIMEOUT_MS = 30_000;

/** Why the founder is not known to be gone: a sentence each, none where they are. */
export async function remaining(
  { s3, fetch }: StageDependencies,
  { bucket, listUrl }: Target,
  founder: string,
): Promise<readonly string[]> {
  const reasons: string[] = [];
  const copy = await readCopy(s3, bucket);
  if (copy.state === 'found' && holds(copy.records, founder)) {
    reasons.push('The last-good copy holds the founder again.');
  }
  if (copy.state === 'unusable') reasons.push(`The last-good copy is unusable: ${copy.reason}.`);
  const answer = await ask(fetch, listUrl);
  if (typeof answer === 'string') {
    reasons.push(`${listUrl} could not be checked: ${answer}.`);
  } else if (holds(answer, founder)) {
    reasons.push(`${listUrl} still holds the founder.`);
  }
  return reasons;
}

/** The records, or why there are none. */
async function ask(
  fetch: StageDependencies['fetch'],
  url: string,
): Promise<readonly unknown[] | string> {
  let text: string;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status !== 200) return `it answers ${answer.status}`;
    text = await answer.text();
  } catch {
    return 'it does not answer';
  }
  return recordsOf(text) ?? 'it does not answer with a list';
}
