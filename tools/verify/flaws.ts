/** Where a served record departs from the contract. Names fields, never values: they may be what must not be shown. */

import * as v from 'valibot';

import type { Directory } from '../../contract/directories.ts';
import { noContact, uuid } from '../../contract/fields.ts';
import { formatAt } from './formats.ts';
import { isRecord, type ServedRecord } from './list.ts';

export type FlawKind = 'missing' | 'type' | 'address' | 'moment' | 'contact';

export interface Flaw {
  readonly kind: FlawKind;
  readonly sentence: string;
}

export function flawsOf(directory: Directory, record: ServedRecord, index: number): Flaw[] {
  const parsed = v.safeParse(directory.record, record);
  const found = parsed.success
    ? departures(record, parsed.output).map((keys) => ({ keys, issue: undefined }))
    : parsed.issues.map((issue) => ({ keys: keysOf(issue), issue }));

  return found.map(({ keys, issue }) => ({
    kind: kindOf(directory, keys, issue),
    sentence: `${label(record, index)}: ${keys.join('.')} ${complaint(issue)}`,
  }));
}

/** How a record is called in a sentence: by its id, if that is one. */
export function label(record: ServedRecord, index: number): string {
  return v.is(uuid, record['id']) ? `record ${record['id']}` : `record number ${index + 1}`;
}

type Keys = readonly (string | number)[];
type Issue = v.BaseIssue<unknown>;

function keysOf(issue: Issue): Keys {
  const keys = issue.path?.map((item) => item.key) ?? [];
  return keys.map((key) => (typeof key === 'number' ? key : String(key)));
}

function kindOf(directory: Directory, keys: Keys, issue: Issue | undefined): FlawKind {
  if (issue?.received === 'undefined') return 'missing';
  if (issue?.requirement === noContact.requirement) return 'contact';
  if (issue?.kind === 'schema') return 'type';
  const format = formatAt(directory, keys);
  if (format === 'uri') return 'address';
  return format === 'date' || format === 'date-time' ? 'moment' : 'type';
}

function complaint(issue: Issue | undefined): string {
  if (issue === undefined) return 'is not in its canonical form';
  if (issue.received === 'undefined') return 'is missing';
  if (issue.received === 'null') return 'is null';
  if (issue.kind === 'schema') return `is not of the type ${String(issue.expected)}`;
  return 'is not as the contract says';
}

/** Every place at which the served value is not the one that the contract makes of it; unknown fields are ignored. */
function departures(served: unknown, canonical: unknown, at: Keys = []): Keys[] {
  if (typeof canonical !== 'object' || canonical === null) return served === canonical ? [] : [at];
  return Object.entries(canonical).flatMap(([key, value]) =>
    departures(isRecord(served) ? served[key] : undefined, value, [
      ...at,
      Array.isArray(canonical) ? Number(key) : key,
    ]),
  );
}
