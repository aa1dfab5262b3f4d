/**
 * The portal's data of one directory while it is edited, and its history: every state that was committed, with what the
 * service must make of it, every read of one, and every copy that was stored.
 */

import { createHash } from 'node:crypto';

import type { DirectoryName } from '../../contract/directories.ts';
import { copyMetadata, listLength } from '../../contract/last-good.ts';
import { founder, job, many, startup } from '../support/records/records.ts';
import type { Random } from '../support/random.ts';
import { type Flaw, flaws, type Row } from './flaws.ts';
import { must } from './report.ts';
import type { StoredObject, Written } from './store.ts';
import { MINUTE_MS } from './timeline.ts';

/** A row of a view. */
interface Entry {
  readonly number: number;
  readonly version: number;
  readonly flaw?: Flaw;
}

/** A directory as it was committed at one moment. */
export interface State {
  readonly rows: readonly { readonly id: string; readonly json: string }[];
  /** What a client must get, unless the list must not be published. */
  readonly body: string;
  readonly sha256: string;
  readonly etag: string;
  readonly isRefused: boolean;
  readonly records: number;
  readonly flaws: readonly string[];
}

/** More than the ten with which a list may shrink freely. */
const MOST_RECORDS = 24;

/** What the service takes for a wrong clock. */
const FUTURE_MS = 5 * MINUTE_MS;

export class Portal {
  readonly states: [State, ...State[]];
  /** The lists that were committed and may be published, by their ETags. */
  readonly bodies = new Map<string, string>();
  /** Time and ETag of every read that a process made. */
  readonly reads = new Set<string>();
  /** Whether a copy was ever stored. */
  wasKept = false;
  /** Whether a copy ever said another time than that of its read. */
  hadWrongTime = false;
  readonly #name: DirectoryName;
  readonly #random: Random;
  #entries: readonly Entry[];
  #versions = 0;
  /** The most records since a drop was last accepted. */
  #peak = 0;
  #publishableSince = -Infinity;
  #wasDropAccepted = false;

  constructor(name: DirectoryName, random: Random) {
    this.#name = name;
    this.#random = random;
    this.#entries = many(random.between(2, MOST_RECORDS), (number) => ({ number, version: 0 }));
    this.states = [stateOf(name, this.#entries)];
    this.#committed(-Infinity);
  }

  get current(): State {
    return this.states.at(-1) ?? this.states[0];
  }

  /** One edit; returns its name. One after which the list may not be published is undone unless `mayBeRefused`. */
  edit(now: number, mayBeRefused: boolean): string {
    const [, name, edited] = this.#random.weigh(
      this.#edits.map((each) => [each[0], each] as const),
    );
    this.#versions += 1;
    this.#commit(edited());
    if (this.current.isRefused && !mayBeRefused) this.#commit(this.#restored());
    this.#committed(now);
    return name;
  }

  /** Everything as it should be. */
  restore(now: number): void {
    this.#commit(this.#restored());
    this.#committed(now);
  }

  get isPublishable(): boolean {
    return this.#publishableSince < Infinity;
  }

  /** Whether every state since then may be published whatever was served before. */
  isPublishableSince(moment: number): boolean {
    return this.#publishableSince <= moment && !this.#wasDropAccepted;
  }

  /** A process that began to read at `cachedAt`, by its own clock, was given this state. */
  read(state: State, cachedAt: number): void {
    this.reads.add(`${new Date(cachedAt).toISOString()} ${state.etag}`);
  }

  /** A copy was stored. `now` is the time of the process that wrote it. */
  stored({ before, after }: Written, now: number, acceptsDrop: boolean, mayShrink: boolean): void {
    this.wasKept = true;
    const sha256 = sha256Of(after.body.subarray(0, listLength(after.body)));
    must(
      this.bodies.has(etagOf(sha256)),
      'a copy was stored that is no committed state, or must not be published',
    );
    must(metadataOf(after, 'sha256') === sha256, 'a copy was stored under the hash of another');
    this.#wasDropAccepted ||= acceptsDrop;
    if (acceptsDrop || before === undefined || before.corruption !== undefined) return;
    const was = Date.parse(metadataOf(before, 'cachedAt'));
    const is = Date.parse(metadataOf(after, 'cachedAt'));
    must(was > now + FUTURE_MS || is >= was, `the stored copy goes back ${was - is} ms in time`);
    const had = Number(metadataOf(before, 'records'));
    const has = Number(metadataOf(after, 'records'));
    must(mayShrink || mayFollow(has, had), `a drop from ${had} to ${has} records was stored`);
  }

  readonly #edits: readonly (readonly [weight: number, name: string, () => readonly Entry[]])[] = [
    [6, 'edit', () => this.#changeOne((entry) => ({ ...entry, version: this.#versions }))],
    [4, 'flaw', () => this.#changeOne((entry) => this.#flawed(entry, flaws[this.#name]))],
    [3, 'add', () => this.#added()],
    // Each with the same chance, which is one of them on average.
    [2, 'remove', () => this.#entries.filter((_, index) => index !== this.#anyIndex())],
    [2, 'mend', () => this.#entries.map(({ number, version }) => ({ number, version }))],
    [2, 'twice', () => [...this.#entries, this.#duplicate()]],
    [2, 'twoOfASlug', () => this.#changeOne((entry) => this.#withFirstSlug(entry))],
    [4, 'empty', () => []],
    [4, 'halve', () => this.#entries.slice(0, Math.floor((this.#entries.length - 1) / 2))],
    [3, 'spoil', () => this.#entries.map((entry) => this.#flawed(entry, this.#fatalFlaws))],
    [3, 'restore', () => this.#restored()],
  ];

  #changeOne(change: (entry: Entry) => Entry): readonly Entry[] {
    const chosen = this.#anyIndex();
    return this.#entries.map((entry, index) => (index === chosen ? change(entry) : entry));
  }

  #anyIndex(): number {
    return this.#random.between(0, Math.max(0, this.#entries.length - 1));
  }

  #flawed({ number, version }: Entry, choices: readonly Flaw[]): Entry {
    return { number, version, flaw: this.#random.pick(choices) };
  }

  get #fatalFlaws(): readonly Flaw[] {
    return flaws[this.#name].filter(({ published }) => published === 'left out');
  }

  #added(): readonly Entry[] {
    if (this.#entries.length >= MOST_RECORDS) return this.#entries;
    return [...this.#entries, { number: this.#highest + 1, version: 0 }];
  }

  #duplicate(): Entry {
    return { number: this.#entries[0]?.number ?? 1, version: this.#versions };
  }

  #withFirstSlug(entry: Entry): Entry {
    return this.#name === 'startups' ? { ...entry, flaw: firstSlug } : entry;
  }

  #restored(): readonly Entry[] {
    const length = Math.max(4, (this.#highest + 1) % MOST_RECORDS);
    return many(length, (number) => ({ number, version: this.#versions }));
  }

  get #highest(): number {
    return Math.max(0, ...this.#entries.map(({ number }) => number));
  }

  #commit(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.states.push(stateOf(this.#name, entries));
  }

  #committed(now: number): void {
    const { isRefused, records, etag, body } = this.current;
    if (!isRefused) this.bodies.set(etag, body);
    const isPublishable = !isRefused && mayFollow(records, this.#peak);
    if (!isRefused) this.#peak = Math.max(this.#peak, records);
    if (!isPublishable) this.#publishableSince = Infinity;
    else if (this.#publishableSince === Infinity) this.#publishableSince = now;
  }
}

/** Whether a list of so many records may follow one of so many: ten or fewer may shrink freely. */
function mayFollow(has: number, had: number): boolean {
  return had <= 10 || has * 2 >= had;
}

/** It matters only if the first startup is in the list too. */
const firstSlug: Flaw = {
  name: 'slug: of another',
  row: { slug: 'startup-1' },
  published: { slug: 'startup-1' },
};

/** The rules of the list, in few words: this is the oracle. */
export function stateOf(name: DirectoryName, entries: readonly Entry[]): State {
  const made = entries
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, version, flaw: { row = {}, published = {} } = {} }) => {
      const record = wellFormed[name](number, `Version ${version}`);
      return {
        id: String(record['id']),
        json: JSON.stringify(withOwn({ ...record }, row)),
        record: published === 'left out' ? undefined : { ...record, ...published },
      };
    });
  const isDuplicated = new Set(made.map(({ id }) => id)).size < made.length;
  const slugs = new Set<unknown>();
  const records = made.flatMap(({ record }) => {
    if (record === undefined || (name === 'startups' && slugs.has(record['slug']))) return [];
    slugs.add(record['slug']);
    return [record];
  });
  const bad = made.length - records.length;
  const body = JSON.stringify(records);
  const sha256 = sha256Of(body);
  return {
    rows: made,
    body,
    sha256,
    etag: etagOf(sha256),
    isRefused: isDuplicated || bad > Math.max(1, made.length / 10),
    records: records.length,
    flaws: entries.flatMap(({ flaw }) => (flaw === undefined ? [] : [flaw.name])),
  };
}

/** A record with nothing wrong, its fields in the order of the interface, and the version in one of them. */
const wellFormed: Readonly<Record<DirectoryName, (number: number, version: string) => Row>> = {
  startups: (number, version) => ({ ...startup(number, { blurb: version }) }),
  founders: (number, version) => ({ ...founder(number, { job_title: version }) }),
  jobs: (number, version) => ({
    ...job(number, startup(1, { logo_url: null, blurb: null, industry: [] })),
    title: `Job ${number}`,
    job_type: version,
    external_url: 'https://jobs.example.com/',
    startup_team_size: 5,
  }),
};

/** With `__proto__` as a key like any other, as `JSON.parse` makes it. */
function withOwn(record: Record<string, unknown>, row: Row): Row {
  const own = { enumerable: true, configurable: true, writable: true };
  for (const [key, value] of Object.entries(row))
    Object.defineProperty(record, key, { value, ...own });
  return record;
}

/** Weak, of half of the hash. */
function etagOf(sha256: string): string {
  return `W/"${sha256.slice(0, 32)}"`;
}

function sha256Of(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** What the copy says of itself. */
export function metadataOf({ headers }: StoredObject, name: keyof typeof copyMetadata): string {
  return headers[`x-amz-meta-${copyMetadata[name]}`] ?? '';
}
