/** The function `directory()`, which creates a client for one service, and functions that test the state of a record. */

import { cachedList } from './cached-list.ts';
import type { CallOptions, List } from './list.ts';
import type { Founder, Job, Startup } from './records.ts';
import type { ListStorage } from './storage.ts';

/**
 * A client for the three lists of one service. If a method needs a list, and the client has no fresh copy of it, the client
 * requests the list. If the request fails, the client uses its last copy. If there is no copy, the method rejects with a
 * `DirectoryError`.
 */
export interface Directory {
  startups(options?: CallOptions): Promise<List<Startup>>;
  founders(options?: CallOptions): Promise<List<Founder>>;
  /** Leaves out jobs that have expired since the service read the list. */
  jobs(options?: CallOptions): Promise<List<Job>>;
  startupBySlug(slug: string, options?: CallOptions): Promise<Startup | undefined>;
  /** @param startup - a startup or its `id`. */
  foundersOf(startup: Startup | string, options?: CallOptions): Promise<readonly Founder[]>;
  /** Leaves out expired jobs, like `jobs()`. @param startup - a startup or its `id`. */
  jobsOf(startup: Startup | string, options?: CallOptions): Promise<readonly Job[]>;
}

export interface DirectoryOptions {
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Returns the current time in Unix milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
  /** Timeout for a request, and for reading from the storage, in milliseconds. Default: 20,000. */
  readonly timeoutMs?: number;
  /** Stores lists, so that they survive a reload of the page or a restart of the process. Default: no storage. */
  readonly storage?: ListStorage;
  /**
   * Maximum time to keep a list after the service last sent or confirmed it, in milliseconds. Default: seven days. Without a
   * storage, this option has no effect, and lists are kept for as long as the client exists.
   */
  readonly keepMs?: number;
}

/**
 * Matches an address that ends in `/v1` or `/v1/` and has no query, fragment or credentials. Browsers refuse to fetch an
 * address with credentials.
 */
const SERVICE = /^https?:\/\/[^/@?#]+(?:\/[^/?#]+)*\/v1\/?$/;

const SEVEN_DAYS_MS = 604_800_000;

/** An empty array of records. It is frozen, because all callers share it. */
const none: readonly never[] = Object.freeze([]);

/**
 * Creates a client for one service.
 *
 * @param baseUrl - the service's address with its version, for example `https://directory.example.org/v1`.
 * @throws TypeError if `baseUrl` does not have this form.
 */
export function directory(baseUrl: string | URL, options: DirectoryOptions = {}): Directory {
  const base = baseAddress(baseUrl);
  const settings = {
    // These functions look up `fetch` and `Date` in each call, because a test may replace them later.
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
    `"${shown}" is not the address of a service: pass an address that ends with the version, for example https://directory.example.org/v1.`,
  );
}

/**
 * Returns the startup's id. JavaScript code can pass `undefined` by mistake, for example if `startupBySlug` did not find the slug.
 *
 * @throws TypeError if there is no id.
 */
function idOf(startup: Startup | string | undefined): string {
  const id = typeof startup === 'string' ? startup : startup?.id;
  if (typeof id === 'string') return id;
  throw new TypeError('foundersOf() and jobsOf() need a startup or its id.');
}

/**
 * Returns a function that leaves out expired jobs. If the function is called with the same list again, and no more jobs have
 * expired, it returns the same object as before.
 */
function openJobs(): (all: List<Job>, now: Date) => List<Job> {
  let last: { readonly all: List<Job>; readonly open: List<Job> } | undefined;
  return (all, now) => {
    const records = all.records.filter((job) => isOpen(job, now));
    if (records.length === all.records.length) return all;
    // An expired job never becomes open again. So if `all.records` is still the same array and contains as many open jobs as
    // before, the open jobs are the same.
    const known = last?.all.records === all.records ? last.open.records : none;
    const areSame = known.length === records.length;
    if (last?.all === all && areSame) return last.open;
    const open = Object.freeze({ ...all, records: areSame ? known : Object.freeze(records) });
    last = { all, open };
    return open;
  };
}

/**
 * Returns a function that finds the records of a startup. As long as the function is called with the same array of records, it
 * returns the same array for the same startup.
 */
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
 * Tells whether a job is still open. A job in a list may have expired since the service read the list, because the list can be an
 * hour old, or older during an outage.
 *
 * @param now - the time to compare with. Default: the current time. A number is ignored, because `jobs.filter(isOpen)` passes the
 * index of each job.
 */
export function isOpen({ expires_at: end }: Pick<Job, 'expires_at'>, now?: Date | number): boolean {
  const time = typeof now === 'object' ? now.getTime() : Date.now();
  return end === null || !(Date.parse(end) <= time); // a job with an invalid time counts as open
}
