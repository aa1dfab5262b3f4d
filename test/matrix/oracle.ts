/**
 * What a request must be answered, by the words of the interface and of the design alone: nothing of the service is
 * imported here, so that no mistake can be made twice.
 */

/** A new process, one that has served a list a minute ago, and one that was frozen for hours since. */
export const processKinds = ['cold', 'warm', 'thawed'] as const;

export interface Cell {
  readonly databaseFault: string;
  readonly copyState: string;
  readonly process: (typeof processKinds)[number];
}

export interface Expected {
  readonly status: 200 | 304 | 503;
  readonly source?: 'database' | 'last-good';
  /** Whose list: the database's, the one before its last commit, the copy's or the process's own. */
  readonly list?: 'current' | 'older' | 'copy' | 'memory';
  /** What `X-Cached-At` says: when the request came, or when that list was read. */
  readonly time?: 'now' | 'its own';
  /** How long caches may keep it, at most. */
  readonly lifetime?: 'an hour' | 'a minute';
  /** The longest that it may take, in milliseconds. */
  readonly withinMs: number;
}

const WITH_COPY_MS = 4000;
const WITHOUT_COPY_MS = 10_000;

/** Calls with which a read succeeds, and how long after the request; every other fault is the end of it. */
const ANSWERS_AFTER_MS: Readonly<Record<string, number>> = {
  up: 20,
  'in small pieces': 80,
  'transaction lost': 20, // the list takes no transaction
  'failover to an older state': 20,
  'after two seconds': 2000,
  'one millisecond before the deadline': 2999,
  'one millisecond after the deadline': 3001,
  'after both deadlines': 8001,
};

/** Copies that can be served, and how long after the request they are there. */
const COPY_AFTER_MS: Readonly<Record<string, number>> = {
  good: 20,
  'from the future': 20,
  'slow, but in time': 915,
  slow: 1515,
};

/** The database has 3 s where something else can be served, 8 s where not; a copy has 1 s, or as long as nothing else is there. */
const READ_MS = { withCopy: 3000, withoutCopy: 8000 };
const STORE_MS = 1000;

export function expectedOf({ databaseFault, copyState, process }: Cell): Expected {
  const remembers = process !== 'cold';
  // Where only writes fail, the copy is good; every other one is of no use.
  const isGood = copyState.startsWith('writes ');
  const copyAfter = COPY_AFTER_MS[isGood ? 'good' : copyState] ?? Infinity;
  const hasCopy = copyAfter <= (remembers ? STORE_MS : READ_MS.withoutCopy);
  const canServe = remembers || hasCopy;
  const withinMs = remembers || copyAfter <= STORE_MS ? WITH_COPY_MS : WITHOUT_COPY_MS;

  const limit = canServe ? READ_MS.withCopy : READ_MS.withoutCopy;
  const answersAfter = ANSWERS_AFTER_MS[databaseFault] ?? Infinity;
  if (answersAfter <= limit) {
    const list = databaseFault === 'failover to an older state' ? 'older' : 'current';
    return { status: 200, source: 'database', list, time: 'now', lifetime: 'an hour', withinMs };
  }
  if (!canServe) return { status: 503, withinMs };

  // A copy with a time that cannot be true yields to a list that the process remembers.
  const isWrongTime = copyState === 'from the future';
  const stale = { status: 200, source: 'last-good', lifetime: 'a minute', withinMs } as const;
  if (!hasCopy || (isWrongTime && remembers)) return { ...stale, list: 'memory', time: 'its own' };
  return { ...stale, list: 'copy', time: isWrongTime ? 'now' : 'its own' };
}
