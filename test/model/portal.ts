/**
 * The portal's records. Each record's flaw is known in advance, so the model does not have to validate a record to decide
 * whether it can be published.
 */

import type { Directory, DirectoryName } from '../../contract/directories.ts';
import type { Row } from '../../lambda/aws/data-api.ts';
import { founder, job, startup, uuidOf } from '../support/records.ts';

/** Value in each record with the flaw `bad` or `contact`. It must not appear in an answer or in the log. */
export const LEAK = 'leak@private.example';

export const flaws = ['none', 'bad', 'contact', 'duplicate slug'] as const;

interface Entry {
  readonly number: number;
  readonly flaw: (typeof flaws)[number];
  readonly row: Row;
  /** The JSON that the service publishes for the record, if the record can be published. */
  readonly json: string;
}

export const edits =
  'add,change,remove,duplicate id,keep half,keep less than half,empty,undo,undo'.split(',');

export class Portal {
  readonly directory: Directory;
  readonly #before: State[] = [];
  current: State;
  #lastEdition = 0;
  /** For each record that has left the list: the time at which it left, keyed by the record's number. */
  readonly leftAt = new Map<number, number>();

  constructor(directory: Directory, size: number) {
    this.directory = directory;
    const entries = Array.from({ length: size }, (_, index) => this.#entry(2 * (index + 1)));
    this.current = stateOf(entries, directory.name);
  }

  edit(edit: string, at: number, flaw: Entry['flaw'], now: number): void {
    const { entries } = this.current;
    const picked = entries[at % Math.max(entries.length, 1)];
    const number = picked?.number ?? 1;
    const others = entries.filter((entry) => entry !== picked);
    const half = Math.ceil(entries.length / 2);
    const isNew = entries.every((entry) => entry.number !== at);
    const edited: Record<string, () => readonly Entry[]> = {
      add: () => (isNew ? [...entries, this.#entry(at, flaw)] : entries),
      change: () => [...others, this.#entry(number, flaw)],
      remove: () => others,
      'duplicate id': () => [...entries, this.#entry(number)],
      'keep half': () => entries.slice(0, half),
      'keep less than half': () => entries.slice(0, half - 1),
      undo: () => this.#before.at(-1 - (at % 3))?.entries ?? entries,
    };
    this.#before.push(this.current);
    this.current = stateOf(edited[edit]?.() ?? [], this.directory.name);
    for (const entry of entries) this.leftAt.set(entry.number, now);
    for (const entry of this.current.entries) this.leftAt.delete(entry.number);
  }

  /** Creates a record with a unique string, so that a changed record always differs from its earlier versions. */
  #entry(number: number, flaw: Entry['flaw'] = 'none'): Entry {
    this.#lastEdition += 1;
    const { name } = this.directory;
    const [make, textField, requiredField, nullableField] = fields[name];
    const good = { ...make(number), [textField]: `Edition ${this.#lastEdition}` };
    if (name === 'startups') good['slug'] = slugOf({ number, flaw });
    const withContact = (value: string | null): string =>
      JSON.stringify(flaw === 'contact' ? { ...good, [nullableField]: value } : good);
    const row =
      flaw === 'bad' ? JSON.stringify({ ...good, [requiredField]: LEAK }) : withContact(LEAK);
    return { number, flaw, row: [uuidOf(number), 1, row, true], json: withContact(null) };
  }
}

/**
 * For each directory: a function that creates a valid record, and the names of a text field, a required field and a nullable
 * field.
 */
const fields: Record<DirectoryName, [(number: number) => Made, string, string, string]> = {
  startups: [(number) => ({ ...startup(number) }), 'blurb', 'slug', 'logo_url'],
  founders: [(number) => ({ ...founder(number) }), 'startup_name', 'startup_id', 'job_title'],
  // The model looks for a record by searching the text of a list for its id. All jobs belong to startup 1000, and no job has
  // this number, so a `startup_id` is never mistaken for the id of a job.
  jobs: [(number) => ({ ...job(number, startup(1000)) }), 'title', 'created_at', 'external_url'],
};

type Made = Record<string, unknown>;

function slugOf({ number, flaw }: Pick<Entry, 'number' | 'flaw'>): string {
  return flaw === 'duplicate slug' ? 'startup-2' : `startup-${number}`;
}

export type State = ReturnType<typeof stateOf>;

/**
 * Returns a snapshot of the list: its entries, the JSON of the entries that can be published, and whether the service must refuse
 * the list even if there is no earlier list to compare it with.
 */
function stateOf(unordered: readonly Entry[], directory: DirectoryName) {
  const entries = unordered.toSorted((a, b) => a.number - b.number);
  const owners = new Map<string, number>();
  const good = entries.filter((entry) => {
    if (entry.flaw === 'bad') return false;
    const owner = owners.get(slugOf(entry)) ?? entry.number;
    owners.set(slugOf(entry), owner);
    return directory !== 'startups' || owner === entry.number;
  });
  const leftOut = entries.length - good.length;
  const hasDuplicateId = new Set(entries.map(({ number }) => number)).size < entries.length;
  const isRefused = hasDuplicateId || (leftOut > 1 && leftOut * 10 > entries.length);
  const body = `[${good.map(({ json }) => json).join()}]`;
  return { entries, body, records: good.length, leftOut, isRefused };
}
