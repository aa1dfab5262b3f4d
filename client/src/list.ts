/** The options and the result of a call for a list. */

export interface CallOptions {
  /** Ends the wait of this call, which rejects with the signal's reason. The request goes on, for other callers and later calls. */
  readonly signal?: AbortSignal;
}

export interface List<R> {
  /** Ordered by `id`, and frozen to the bottom. The same array as before while nothing in it changed. */
  readonly records: readonly R[];
  /** When the service last read the list from its database. */
  readonly cachedAt: Date | undefined;
  /**
   * - `database`: fresh;
   * - `last-good`: the service's own stale copy, because its database is unavailable;
   * - `kept`: this client's last copy, because the service could not be reached or failed.
   */
  readonly source: 'database' | 'last-good' | 'kept';
  /** Records left out because they are not as documented. */
  readonly problems: readonly Problem[];
  /** Why the copy is `kept`; absent otherwise. */
  readonly failure?: DirectoryError;
}

/** A record that was left out, by the first of its fields that is not as documented. It never holds the field's value. */
export interface Problem {
  /** Place of the record in the list as it was served. */
  readonly index: number;
  /** The `id` of the record, where it has one. */
  readonly id: string | undefined;
  /** Such as `name` or `enrollments[1].status`; empty if the record is no object at all. */
  readonly field: string;
  /** Such as `string or null` or `array of Enrollment`. */
  readonly expected: string;
}

/** A list could not be had: its message names the address, what happened and what to do. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  /** The HTTP status, where there was an answer. */
  declare readonly status?: number; // declared only: without an answer there is no such property

  constructor(message: string, facts: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    if (facts.status !== undefined) this.status = facts.status;
  }
}
