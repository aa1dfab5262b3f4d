import type { CopyWrite } from '../../contract/refresh-event.ts';
import type { Copies, Copy, List } from '../../lambda/aws/copies.ts';
import type { Database, Execute, Row } from '../../lambda/aws/data-api.ts';
import type { Dependencies } from '../../lambda/directory/answer.ts';
import { VirtualClock } from '../support/clocks.ts';

/**
 * A database and a store in memory, with a clock that moves only when a test advances it. Tests cause faults with `onRead`,
 * `copy` and `onWrite`.
 */
export class FakeDependencies implements Dependencies {
  readonly clock = new VirtualClock();
  readonly memoryMs = 60_000;
  /** Runs before a read of the database returns its rows. If the promise rejects or never settles, the read fails or hangs. */
  onRead: () => Promise<void> = async () => {};
  /** The copy in the store. */
  copy: Copy = { state: 'absent' };
  /** Returns the result of a write. If the state of the result is `written`, the list becomes the copy. */
  onWrite: () => CopyWrite = () => ({ state: 'written' });
  /** Every list that was written. */
  readonly written: List[] = [];
  /** Every call, in order. The entry of a read or a write of the copy includes its timeout in milliseconds. */
  readonly calls: string[] = [];
  #rows: readonly Row[] = [];

  /** The records that a read of the database returns. */
  set records(records: readonly object[]) {
    this.#rows = records.map((record) => {
      const id = 'id' in record ? String(record.id) : '';
      return [id, 1, JSON.stringify(record), true];
    });
  }

  readonly database: Database = {
    execute: (): Execute => async () => {
      this.calls.push('read');
      await this.onRead();
      return this.#rows;
    },
    inTransaction: async () => Promise.reject(new Error('the list needs no transaction')),
    closeConnections: () => this.calls.push('close the database'),
  };

  readonly copies: Copies = {
    read: async (_, withinMs) => {
      this.calls.push(`copy within ${withinMs}`);
      return this.copy;
    },
    write: async (_, list, __, withinMs) => {
      this.calls.push(`write within ${withinMs}`);
      const result = this.onWrite();
      if (result.state === 'written') {
        this.written.push(list);
        this.copy = { state: 'found', list, etag: '"1"' };
      }
      return result;
    },
    closeConnections: () => this.calls.push('close the store'),
  };
}

export const plainGet = { method: 'GET', acceptEncoding: '', ifNoneMatch: '' };
