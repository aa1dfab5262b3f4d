/** What a user of the package calls. */

import { baseAddress } from './base-address.ts';
import { grouped } from './grouped.ts';
import { heldList } from './held-list.ts';
import type { List } from './list.ts';
import type { Founder, Job, Startup } from './records.ts';

/**
 * The three lists of one service. Each is asked for once, and again when the lifetime that the service gave it is over.
 * A method rejects with a `DirectoryError` only while there is no copy at all of the list it needs.
 */
export interface Directory {
  startups(): Promise<List<Startup>>;
  founders(): Promise<List<Founder>>;
  jobs(): Promise<List<Job>>;
  startupBySlug(slug: string): Promise<Startup | undefined>;
  /** Takes a startup or its `id`. */
  foundersOf(startup: Startup | string): Promise<readonly Founder[]>;
  /** Takes a startup or its `id`. */
  jobsOf(startup: Startup | string): Promise<readonly Job[]>;
}

export interface DirectoryOptions {
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
  /** The time in milliseconds, instead of `Date.now`. */
  readonly now?: () => number;
  /** How long an answer may take; 20,000 by default. */
  readonly timeoutMs?: number;
}

/** Takes the address of a service with its version, like `https://directory.example.org/v1`. Throws a `TypeError` at any other. */
export function directory(baseUrl: string | URL, options: DirectoryOptions = {}): Directory {
  const base = baseAddress(baseUrl);
  const settings = {
    // The global ones as they are when they are called, which may be later than now.
    fetch: options.fetch ?? (async (...args: Parameters<typeof fetch>) => fetch(...args)),
    now: options.now ?? (() => Date.now()),
    timeoutMs: options.timeoutMs ?? 20_000,
  };
  const startups = heldList<Startup>(`${base}/startups`, 'Startup', settings);
  const founders = heldList<Founder>(`${base}/founders`, 'Founder', settings);
  const jobs = heldList<Job>(`${base}/jobs`, 'Job', settings);
  const bySlug = grouped<'slug', Startup>('slug');
  const foundersBy = grouped<'startup_id', Founder>('startup_id');
  const jobsBy = grouped<'startup_id', Job>('startup_id');

  return {
    startups,
    founders,
    jobs,
    startupBySlug: async (slug) => bySlug((await startups()).records, slug)[0],
    foundersOf: async (startup) => foundersBy((await founders()).records, idOf(startup)),
    jobsOf: async (startup) => jobsBy((await jobs()).records, idOf(startup)),
  };
}

function idOf(startup: Startup | string): string {
  return typeof startup === 'string' ? startup : startup.id;
}
