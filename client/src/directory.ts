/** The package's public functions: they return the lists of a service, and test the state of a record. */

import { cachedList } from './cached-list.ts';
import type { CallOptions, List } from './list.ts';
import type { Founder, Job, Startup } from './records.ts';
import type { ListStorage } from './storage.ts';

/**
 * The three lists of one service. The client requests each list once, and again when the lifetime that the service set is over. A
 * method rejects with a `DirectoryError` only while the client has no copy of the list.
 */
export interface Directory {
  startups(options?: CallOptions): Promise<List<Startup>>;
  founders(options?: CallOptions): Promise<List<Founder>>;
  /** Leaves out jobs that have expired since the service read the list. */
  jobs(options?: CallOptions): Promise<List<Job>>;
  startupBySlug(slug: string, options?: CallOptions): Promise<Startup | undefined>;
  /** @param startup - a startup or its `id`. */
  foundersOf(startup: Startup | string, options?: CallOptions): Promise<readonly Founder[]>;
  /** Leaves out expired jobs, as `jobs()` does. @param startup - a startup or its `id`. */
  jobsOf(startup: Startup | string, options?: CallOptions): Promise<readonly Job[]>;
}

export interface DirectoryOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Returns the current time in Unix milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
  /** Timeout for a request, and for reading the storage. Default: 20,000. */
  readonly timeoutMs?: number;
  /** Keeps lists for the next page or process. Default: no storage. */
  readonly storage?: ListStorage;
  /** How long to keep a list that the service does not confirm, if there is a storage. Default: seven days. */
  readonly keepMs?: number;
}

/** Matches addresses without a query, a fragment or credentials. Browsers refuse to fetch an address with credentials. */
const SERVICE = /^https?:\/\/[^/@?#]+(?:\/[^/?#]+)*\/v1\/?$/;

const SEVEN_DAYS_MS = 604_800_000;

/** Frozen, because all callers share it. */
const none: readonly never[] = Object.freeze([]);

/**
 * Creates a client for one service.
 *
 * @param baseUrl - the service's address with its version, for example `https://directory.example.org/v1`.
 * @throws TypeError for any other address.
 */
export function directory(baseUrl: string | URL, options: DirectoryOptions = {}): Directory {
  const base = baseAddress(baseUrl);
  const settings = {
    // Look up the globals in each call, because a user may replace them later.
    fetch: options.fetch ?? (async (...args: Parameters<typeof fetch>) => fetch(...args)),
    now: options.now ?? (() => Date.now()),
    timeoutMs: options.timeoutMs ?? 20_000,
    storage: options.storage,
    keepMs: options.storage === undefined ? Infinity : (options.keepMs ?? SEVEN_DAYS_MS),
  };
  const startups = cachedList<Startup>(`${base}/startups`, 'Startup', settings);
  const founders = cachedList<Founder>(`${base}/founders`, 'Founder', settings);
  const allJobs = cachedList<Job>(`${base}/jobs`, 'Job', settings);
  const openOf = openJobs();
  const jobs = async (call?: CallOptions) => openOf(await allJobs(call), new Date(settings.now()));
  const foundersBy = byStartup<Founder>();
  const jobsBy = byStartup<Job>();

  return {
    startups,
    founders,
    jobs,
    startupBySlug: async (slug, call) =>
      (await startups(call)).records.find((startup) => startup.slug === slug),
    foundersOf: async (startup, call) => foundersBy(idOf(startup), (await founders(call)).records),
    jobsOf: async (startup, call) => jobsBy(idOf(startup), (await jobs(call)).records),
  };
}

/** Returns the address without a trailing slash. */
function baseAddress(given: string | URL): string {
  try {
    const { href } = new URL(given);
    if (SERVICE.test(href)) return href.replace(/\/$/, '');
  } catch {} // reported below
  const shown = String(given).replace(/^.*@/s, '***@'); // errors are often logged, and must not contain passwords
  throw new TypeError(
    `"${shown}" is not the address of a service. Pass it with its version, for example https://directory.example.org/v1.`,
  );
}

/**
 * Returns the id. Throws for `undefined`, which JavaScript code can pass by mistake, for example if `startupBySlug` did not find
 * the slug.
 */
function idOf(startup: Startup | string | undefined): string {
  const id = typeof startup === 'string' ? startup : startup?.id;
  if (typeof id === 'string') return id;
  throw new TypeError('foundersOf() and jobsOf() need a startup or its id.');
}

/** Leaves out expired jobs. If the list is the same as before and no further job has expired, returns the same object again. */
function openJobs(): (all: List<Job>, now: Date) => List<Job> {
  let last: { readonly all: List<Job>; readonly open: List<Job> } | undefined;
  return (all, now) => {
    const records = all.records.filter((job) => isOpen(job, now));
    if (records.length === all.records.length) return all;
    // An expired job never comes back, so if the array and the number of records are the same, the records are the same too.
    const known = last?.all.records === all.records ? last.open.records : none;
    const areSame = known.length === records.length;
    if (last?.all === all && areSame) return last.open;
    const open = Object.freeze({ ...all, records: areSame ? known : Object.freeze(records) });
    last = { all, open };
    return open;
  };
}

/** Returns a function that finds a startup's records. If it gets the same array of records again, it returns the same arrays. */
function byStartup<R extends Pick<Job, 'startup_id'>>() {
  let last: readonly R[] | undefined;
  const groups = new Map<string, readonly R[]>();
  return (id: string, records: readonly R[]): readonly R[] => {
    if (records !== last) {
      last = records;
      groups.clear();
      for (const record of records) {
        const group = groups.get(record.startup_id) ?? none;
        groups.set(record.startup_id, Object.freeze([...group, record]));
      }
    }
    return groups.get(id) ?? none;
  };
}

/** Tells whether the startup is currently in a programme. */
export function isActive({ enrollments }: Pick<Startup, 'enrollments'>): boolean {
  return enrollments.some(({ status }) => status === 'active');
}

/** Tells whether the startup has graduated and is no longer in a programme. */
export function isAlumnus(startup: Pick<Startup, 'enrollments'>): boolean {
  return !isActive(startup) && startup.enrollments.some(({ graduated }) => graduated);
}

/**
 * Tells whether a job is still open. Jobs in a list can expire, because the list may be an hour old, or older during an outage.
 *
 * @param now - the current time by default. A number is ignored, because `jobs.filter(isOpen)` passes an index.
 */
export function isOpen({ expires_at: end }: Pick<Job, 'expires_at'>, now?: Date | number): boolean {
  const time = typeof now === 'object' ? now.getTime() : Date.now();
  return end === null || !(Date.parse(end) <= time); // a job with an unreadable time stays open
}
