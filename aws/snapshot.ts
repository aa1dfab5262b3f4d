import { createHash } from 'node:crypto';

/** One directory as it was read from the database at one moment. */
export interface Snapshot {
  /** How many records it has. */
  readonly records: number;
  /** When the database was asked, in milliseconds since the Unix epoch. */
  readonly cachedAt: number;
  /** The list as it is served: JSON in UTF-8, not compressed. */
  readonly body: Buffer;
  /** SHA-256 of the body, in hexadecimal. Equal data gives equal bytes, so it names the content. */
  readonly sha256: string;
}

/** Clocks of processes differ; a copy further ahead than this has a wrong time and yields to any read. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

export function makeSnapshot(records: readonly unknown[], cachedAt: number): Snapshot {
  const body = Buffer.from(JSON.stringify(records));
  return { records: records.length, cachedAt, body, sha256: sha256Of(body) };
}

export function sha256Of(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/** Whether its time cannot be true. `now` is in milliseconds since the Unix epoch. */
export function isFromFuture({ cachedAt }: Snapshot, now: number): boolean {
  return cachedAt > now + CLOCKS_DIFFER_MS;
}
