import type { Refreshed } from '../../contract/refresh.ts';
import type { Answer } from './answer.ts';
import { copyAfter } from './attempt.ts';
import type { Failure } from '../../aws/errors.ts';

/** What a refresh found out, for whoever asked for it. */
export function refreshed(directory: string, { attempt }: Answer): Refreshed {
  if (attempt === undefined) return { directory, failure: unforeseen };
  const { snapshot, failure, kept } = attempt;
  const copy = copyAfter(attempt);
  return {
    directory,
    ...(snapshot === undefined ? {} : { records: snapshot.records }),
    ...(failure === undefined ? {} : { failure: told(failure) }),
    ...(kept === undefined ? {} : { kept }),
    ...(copy === undefined
      ? {}
      : { copy: { records: copy.records, cachedAt: new Date(copy.cachedAt).toISOString() } }),
  };
}

/** Without the stack: that is for the log. */
function told({ kind, name, reason, isDrop }: Failure): NonNullable<Refreshed['failure']> {
  return { kind, name, reason, ...(isDrop === undefined ? {} : { isDrop }) };
}

const unforeseen = { kind: 'defect', name: 'Unforeseen', reason: 'see the log' } as const;
