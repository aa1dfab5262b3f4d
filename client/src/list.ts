/** The options and the result of a call for a list. */

export interface CallOptions {
  /** Makes this call reject with the signal's reason. The request continues for other callers and later calls. */
  readonly signal?: AbortSignal;
}

export interface List<R> {
  /** Ordered by `id`, and deeply frozen. It stays the same array until a record changes. */
  readonly records: readonly R[];
  /** When the service last read the list from its database. */
  readonly cachedAt: Date | undefined;
  /**
   * - `database`: fresh;
   * - `last-good`: the service's last-good copy, because its database is unavailable;
   * - `kept`: this client's last copy, because the service could not be reached or failed.
   */
  readonly source: 'database' | 'last-good' | 'kept';
  /** Records that were left out because they do not match the documentation. */
  readonly problems: readonly Problem[];
  /** Why the source is `kept`. Absent for other sources. */
  readonly failure?: DirectoryError;
}

/** A record that was left out, with its first field that does not match the documentation, but without the field's value. */
export interface Problem {
  /** Index of the record in the list from the service. */
  readonly index: number;
  /** The record's `id`, if it is a string. */
  readonly id: string | undefined;
  /** For example `name` or `enrollments[1].status`. Empty if the record is not an object. */
  readonly field: string;
  /** For example `string or null` or `array of Enrollment`. */
  readonly expected: string;
}

/** The reason why a list is unavailable. Its message contains the address, what happened and what to do. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  /** HTTP status, if the service answered. */
  declare readonly status?: number; // `declare`, so that without an answer the property does not exist

  constructor(message: string, facts: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    if (facts.status !== undefined) this.status = facts.status;
  }
}
