/** The portal's data while it is edited: a list of committed states, each with what the service must make of it. */

import type { DirectoryName } from '../../contract/directories.ts';
import { type Flaw, flaws, type Row } from './flaws.ts';
import type { Random } from './random.ts';
import { wellFormed } from './well-formed.ts';

/** A row of a view: its text, and the record that the list must have for it. */
export interface Entry {
  readonly number: number;
  readonly version: number;
  readonly flaw?: Flaw;
}

/** One directory as it was committed at one moment. */
export interface State {
  readonly rows: readonly { readonly id: string; readonly json: string }[];
  /** The body that a client must get, or `refused` where the list must not be published. */
  readonly body: string;
  readonly isRefused: boolean;
  readonly records: number;
  /** The flaws in it. */
  readonly flaws: readonly string[];
}

/** More than the ten with which a list may shrink freely. */
const MOST_RECORDS = 24;

/** What a database has of a directory. */
export interface States {
  /** All that were committed, the newest last. */
  readonly states: readonly State[];
  readonly current: State;
}

export class Portal implements States {
  readonly #name: DirectoryName;
  readonly #random: Random;
  #entries: readonly Entry[];
  #versions = 0;
  readonly states: State[] = [];

  constructor(name: DirectoryName, random: Random) {
    this.#name = name;
    this.#random = random;
    this.#entries = Array.from({ length: random.between(2, MOST_RECORDS) }, (_, index) => ({
      number: index + 1,
      version: 0,
    }));
    this.#commit();
  }

  get current(): State {
    const state = this.states.at(-1);
    if (state === undefined) throw new Error('The portal starts with a state');
    return state;
  }

  /** One edit; returns its name. */
  edit(): string {
    const random = this.#random;
    const edit = random.weigh<Edit>([
      [6, 'edit'],
      [4, 'flaw'],
      [3, 'add'],
      [2, 'remove'],
      [2, 'mend'],
      [2, 'twice'],
      [2, 'twoOfASlug'],
      [4, 'empty'],
      [4, 'halve'],
      [3, 'spoil'],
      [3, 'restore'],
    ]);
    this.#versions += 1;
    this.#entries = this.#edits[edit]();
    this.#commit();
    return edit;
  }

  /** Everything as it should be. */
  mend(): void {
    this.#entries = this.#edits.restore();
    this.#commit();
  }

  readonly #edits: Readonly<Record<Edit, () => readonly Entry[]>> = {
    edit: () => this.#change((entry) => ({ ...entry, version: this.#versions })),
    flaw: () =>
      this.#change(({ number, version }) => ({
        number,
        version,
        flaw: this.#random.pick(flaws[this.#name]),
      })),
    add: () =>
      this.#entries.length < MOST_RECORDS
        ? [...this.#entries, { number: this.#nextNumber(), version: 0 }]
        : this.#entries,
    remove: () => this.#entries.filter((entry) => entry !== this.#entries.at(this.#anyIndex())),
    mend: () => this.#entries.map(({ number, version }) => ({ number, version })),
    twice: () => [
      ...this.#entries,
      { number: this.#entries[0]?.number ?? 1, version: this.#versions },
    ],
    twoOfASlug: () =>
      this.#change((entry) => (this.#name === 'startups' ? { ...entry, flaw: sameSlug } : entry)),
    empty: () => [],
    halve: () => this.#entries.slice(0, Math.floor((this.#entries.length - 1) / 2)),
    spoil: () =>
      this.#entries.map(({ number, version }) => ({
        number,
        version,
        flaw: this.#random.pick(
          flaws[this.#name].filter(({ published }) => published === 'left out'),
        ),
      })),
    restore: () =>
      Array.from({ length: Math.max(4, this.#nextNumber() % MOST_RECORDS) }, (_, index) => ({
        number: index + 1,
        version: this.#versions,
      })),
  };

  #change(change: (entry: Entry) => Entry): readonly Entry[] {
    const index = this.#anyIndex();
    return this.#entries.map((entry, each) => (each === index ? change(entry) : entry));
  }

  #anyIndex(): number {
    return this.#random.between(0, Math.max(0, this.#entries.length - 1));
  }

  #nextNumber(): number {
    return Math.max(0, ...this.#entries.map(({ number }) => number)) + 1;
  }

  #commit(): void {
    this.states.push(stateOf(this.#name, this.#entries));
  }
}

/** It matters only if the first one is in the list too. */
const sameSlug: Flaw = {
  name: 'slug: of another',
  row: { slug: 'startup-1' },
  published: { slug: 'startup-1' },
};

type Edit =
  | 'add'
  | 'edit'
  | 'empty'
  | 'flaw'
  | 'halve'
  | 'mend'
  | 'remove'
  | 'restore'
  | 'spoil'
  | 'twice'
  | 'twoOfASlug';

/** The rules of the list, in few words: this is the oracle. */
export function stateOf(name: DirectoryName, entries: readonly Entry[]): State {
  const sorted = entries.toSorted((a, b) => a.number - b.number);
  const made = sorted.map((entry) => {
    const record = wellFormed(name, entry.number, entry.version);
    const { row = {}, published = {} } = entry.flaw ?? {};
    return {
      id: String(record['id']),
      json: JSON.stringify(merged({ ...record }, row)),
      record: published === 'left out' ? undefined : { ...record, ...published },
    };
  });
  const isTwice = new Set(made.map(({ id }) => id)).size < made.length;
  const slugs = new Set<unknown>();
  const records = made.flatMap(({ record }) => {
    if (record === undefined || (name === 'startups' && slugs.has(record['slug']))) return [];
    slugs.add(record['slug']);
    return [record];
  });
  const bad = made.length - records.length;
  return {
    rows: made,
    body: JSON.stringify(records),
    isRefused: isTwice || bad > Math.max(1, made.length / 10),
    records: records.length,
    flaws: entries.flatMap(({ flaw }) => (flaw === undefined ? [] : [flaw.name])),
  };
}

/** `__proto__` becomes a key as any other, as `JSON.parse` makes it one. */
function merged(record: Record<string, unknown>, row: Row): Row {
  for (const [key, value] of Object.entries(row)) {
    Object.defineProperty(record, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return record;
}
