/** What is known of one directory's past: its committed states, the reads of them, and the copies that were stored. */

import { copyMetadata, listLength } from '../../contract/last-good.ts';
import { sha256Of } from '../../aws/snapshot.ts';
import type { Portal, State } from './portal.ts';
import type { StoredObject } from './store.ts';
import { must } from './violation.ts';

/** What the service takes for a wrong clock. */
const FUTURE_MS = 5 * 60_000;

/** An ETag has half of the hash. */
function tagOf(body: Buffer): string {
  return sha256Of(body).slice(0, 32);
}

const metadata = (object: StoredObject, name: string): string =>
  object.headers[`x-amz-meta-${name}`] ?? '';

/** Whether a list of so many records may follow one of so many: ten or fewer may shrink freely. */
function mayFollow(has: number, had: number): boolean {
  return had <= 10 || has * 2 >= had;
}

export class Past {
  readonly bodies = new Map<string, string>();
  readonly reads = new Set<string>();
  /** Whether a copy was ever stored. */
  wasKept = false;
  /** Whether a copy ever said another time than that of its read. */
  hadWrongTime = false;
  readonly #portal: Portal;
  readonly #hashes = new WeakMap<State, string>();
  /** The most records since a drop was last accepted. */
  #peak = 0;
  #publishableSince = -Infinity;
  #wasDropAccepted = false;

  constructor(portal: Portal) {
    this.#portal = portal;
    this.committed(-Infinity);
  }

  /** The portal has a new state. */
  committed(now: number): void {
    const { current } = this.#portal;
    const hash = tagOf(Buffer.from(current.body));
    this.#hashes.set(current, hash);
    if (!current.isRefused) this.bodies.set(hash, current.body);
    const isPublishable = !current.isRefused && mayFollow(current.records, this.#peak);
    if (!current.isRefused) this.#peak = Math.max(this.#peak, current.records);
    if (!isPublishable) this.#publishableSince = Infinity;
    else if (this.#publishableSince === Infinity) this.#publishableSince = now;
  }

  get isPublishable(): boolean {
    return this.#publishableSince < Infinity;
  }

  /** Whether every state since then may be published whatever was served before. */
  isPublishableSince(moment: number): boolean {
    return this.#publishableSince <= moment && !this.#wasDropAccepted;
  }

  most(measure: (state: State) => number): number {
    return Math.max(...this.#portal.states.map(measure));
  }

  /** A process that began to read at `cachedAt`, by its own clock, was given this state. */
  readAs(state: State, cachedAt: number): void {
    this.reads.add(`${new Date(cachedAt).toISOString()} ${this.#hashes.get(state) ?? ''}`);
  }

  written(
    before: StoredObject | undefined,
    after: StoredObject,
    {
      now,
      acceptsDrop,
      mayShrink,
    }: { readonly now: number; readonly acceptsDrop: boolean; readonly mayShrink: boolean },
  ): void {
    this.wasKept = true;
    const list = after.body.subarray(0, listLength(after.body));
    must(
      this.bodies.has(tagOf(list)),
      'a copy was stored that is no committed state, or must not be published',
    );
    must(
      metadata(after, copyMetadata.sha256) === sha256Of(list),
      'a copy was stored under the hash of another',
    );
    if (acceptsDrop) {
      this.#wasDropAccepted = true;
      return;
    }
    if (before === undefined || before.spoilt !== '') return;
    const [was = 0, is = 0] = [before, after].map((each) =>
      Date.parse(metadata(each, copyMetadata.cachedAt)),
    );
    const wasOfTheFuture = was > now + FUTURE_MS;
    must(wasOfTheFuture || is >= was, `the stored copy goes back ${was - is} ms in time`);
    const [had = 0, has = 0] = [before, after].map((each) =>
      Number(metadata(each, copyMetadata.records)),
    );
    must(mayShrink || mayFollow(has, had), `a drop from ${had} to ${has} records was stored`);
  }
}
