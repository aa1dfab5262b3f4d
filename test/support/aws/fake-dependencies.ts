import type { Row, Execute } from '../../../lambda/aws/data-api.ts';
import { orAborted } from '../../../lambda/aws/clock.ts';
import type { Copy, CopyWrite, LastGood, Snapshot } from '../../../lambda/aws/last-good.ts';
import type { Dependencies } from '../../../lambda/directory/answer.ts';
import { VirtualClock } from '../time/virtual-clock.ts';

/** A database and a store in memory, on a stopped clock, with everything that can go wrong set by hand. */
export class FakeDependencies implements Dependencies {
  readonly clock = new VirtualClock();
  memoryMs = 60_000;

  /** What the view holds. */
  records: readonly object[] = [];
  /** What a read does before it returns the records; a promise that never settles is a database that hangs. */
  onRead: (() => Promise<void>) | undefined;
  reads = 0;

  /** The object in the store. */
  copy: Snapshot | undefined;
  /** What reading the copy does instead of returning it. */
  onCopyRead: ((signal: AbortSignal) => Promise<Copy>) | undefined;
  /** What writing the copy does instead of writing it. */
  onCopyWrite: ((signal: AbortSignal) => Promise<CopyWrite>) | undefined;
  copyReads = 0;
  copyWrites = 0;
  rests = 0;

  readonly database = {
    execute: (signal: AbortSignal): Execute => {
      return async () => orAborted(signal, this.#select());
    },
    inTransaction: async (): Promise<never> => Promise.reject(new Error('the list fits a page')),
    closeConnections: (): void => {
      this.rests += 1;
    },
  };

  readonly lastGood: LastGood = {
    read: async (_, signal) => {
      this.copyReads += 1;
      if (this.onCopyRead !== undefined) return this.onCopyRead(signal);
      return this.copy === undefined
        ? { state: 'absent' }
        : { state: 'found', snapshot: this.copy, etag: '"1"' };
    },
    write: async (_, snapshot, __, signal) => {
      this.copyWrites += 1;
      if (this.onCopyWrite !== undefined) return this.onCopyWrite(signal);
      this.copy = snapshot;
      return { state: 'written' };
    },
    closeConnections: (): void => {
      this.rests += 1;
    },
  };

  async #select(): Promise<readonly Row[]> {
    this.reads += 1;
    await this.onRead?.();
    const pieces = this.records.map((record): Row => [
      'id' in record ? String(record.id) : '',
      1,
      1,
      JSON.stringify(record),
      null,
    ]);
    return [...pieces, [null, null, null, '1:1:', true]];
  }
}

export const plainGet = { method: 'GET', acceptEncoding: '', ifNoneMatch: '' };

/** A promise that nothing ever settles. */
export async function never(): Promise<never> {
  return new Promise(() => {});
}
