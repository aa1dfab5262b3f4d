import type { Refreshed } from '../../contract/refresh.ts';
import type { Answer } from './answer.ts';
import { copyAfter } from './attempt.ts';

/** What a refresh found out, for whoever asked for it. */
export function refreshed(directory: string, { attempt }: Answer): Refreshed {
  if (attempt === undefined) return { directory, failure: unforeseen };
  const { snapshot, failure } = attempt;
  const copy = copyAfter(attempt);
  return {
    directory,
    ...(snapshot === undefined ? {} : { records: snapshot.records }),
    ...(failure === undefined
      ? {}
      : { failure: { kind: failure.kind, name: failure.name, reason: failure.reason } }),
    ...(copy === undefined
      ? {}
      : { copy: { records: copy.records, cachedAt: new Date(copy.cachedAt).toISOString() } }),
  };
}

const unforeseen = { kind: 'defect', name: 'Unforeseen', reason: 'see the log' } as const;
