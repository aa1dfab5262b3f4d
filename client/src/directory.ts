/** The functions that a user of the package calls: for the lists of a service, and for the state of one record. */

import { cachedList } from './cached-list.ts';
import type { CallOptions, List } from './list.ts';
import type { Founder, Job, Startup } from './records.ts';
import type { ListStorage } from './storage.ts';

/**
 * The three lists of one service. Each is asked for once, and again when the lifetime that the service gave it is over.
 * A method rejects with a `DirectoryError` only while there is no copy at all of the list it needs.
 */
export interface Directory {
  startups(options?: CallOptions): Promise<List<Startup>>;
  founders(options?: CallOptions): Promise<List<Founder>>;
  /** Jobs that have expired since the list was made are left out. */
  jobs(options?: CallOptions): Promise<List<Job>>;
  startupBySlug(slug: string, options?: CallOptions): Promise<Startup | undefined>;
  /** Takes a startup or its `id`. */
  foundersOf(startup: Startup | string, options?: CallOptions): Promise<readonly Founder[]>;
  /** Takes a startup or its `id`; like `jobs()`. */
  jobsOf(startup: Startup | string, options?: CallOptions): Promise<readonly Job[]>;
}

export interface DirectoryOptions {
  /** The function that requests; the global one by default. */
  readonly fetch?: typeof fetch;
  /** The time in milliseconds, instead of `Date.now`. */
  readonly now?: () => number;
  /** The longest wait for an answer, and for the storage; 20,000 by default. */
  readonly timeoutMs?: number;
  /** The place where lists are kept for the next page or process; none by default. */
  readonly storage?: ListStorage;
  /** A list in the storage that the service does not confirm is kept for so long; seven days by default. */
  readonly keepMs?: number;
}

/** No query, no fragment, and no credentials, with which a browser refuses to fetch. */
const SERVICE = /^https?:\/\/[^/@?#]+(?:\/[^/?#]+)*\/v1\/?$/;

const SEVEN_DAYS_MS = 604_800_000;

/** Frozen, because every caller gets the same array. */
const none: readonly never[] = Object.freeze([]);

/** Takes the address of a service with its version, like `https://directory.example.org/v1`. Throws a `TypeError` at any other. */
export function directory(baseUrl: string | URL, options: DirectoryOptions = {}): Directory {
  const base = baseAddress(baseUrl);
  const settings = {
    // The global ones as they are when they are called, which may be later than now.
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

/** The address without a trailing slash. */
function baseAddress(given: string | URL): string {
  try {
    const { href } = new URL(given);
    if (SERVICE.test(href)) return href.replace(/\/$/, '');
  } catch {} // told below
  const shown = String(given).replace(/^.*@/s, '***@'); // errors are logged, and passwords must not be
  throw new TypeError(
    `directory() takes the whole address of a service with its version, like https://directory.example.org/v1, and was given "${shown}".`,
  );
}

/** JavaScript passes what TypeScript refuses, such as the `undefined` of `startupBySlug` for an unknown slug. */
function idOf(startup: Startup | string | undefined): string {
  const id = typeof startup === 'string' ? startup : startup?.id;
  if (typeof id === 'string') return id;
  throw new TypeError(
    'foundersOf() and jobsOf() take a startup or its id, and were given neither.',
  );
}

/** Leaves out what has expired; while it is given the same list and nothing expires, its answers are the same list. */
function openJobs(): (all: List<Job>, now: Date) => List<Job> {
  let last: { readonly all: List<Job>; readonly open: List<Job> } | undefined;
  return (all, now) => {
    const records = all.records.filter((job) => isOpen(job, now));
    if (records.length === all.records.length) return all;
    // Jobs only ever expire: as many of the same records are the same ones.
    const known = last?.all.records === all.records ? last.open.records : none;
    const areSame = known.length === records.length;
    if (last?.all === all && areSame) return last.open;
    const open = Object.freeze({ ...all, records: areSame ? known : Object.freeze(records) });
    last = { all, open };
    return open;
  };
}

/** Finds the records of a startup; while it is asked about the same array, its answers are the same arrays. */
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

/** Whether the startup is in a programme at present. */
export function isActive({ enrollments }: Pick<Startup, 'enrollments'>): boolean {
  return enrollments.some(({ status }) => status === 'active');
}

/** Whether the startup has graduated and is in no programme any more. */
export function isAlumnus(startup: Pick<Startup, 'enrollments'>): boolean {
  return !isActive(startup) && startup.enrollments.some(({ graduated }) => graduated);
}

/**
 * Whether a job has not expired: a list may be an hour old, and an outage's copy older. Without a `Date` it is now, so that
 * `jobs.filter(isOpen)`, which passes an index, does what it says.
 */
export function isOpen({ expires_at: end }: Pick<Job, 'expires_at'>, now?: Date | number): boolean {
  const time = typeof now === 'object' ? now.getTime() : Date.now();
  return end === null || !(Date.parse(end) <= time); // a time that cannot be read ends nothing
}
