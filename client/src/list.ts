/** The options and the result of a call for a list. */

export interface CallOptions {
  /** Makes this call reject with the signal's reason. The request continues for other callers and later calls. */
  readonly signal?: AbortSignal;
}

export interface List<R> {
  /** The records, ordered by `id` and deeply frozen. This remains the same array until a record changes. */
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

/**
 * Describes a record that was left out and its first field that does not match the documentation. It does not contain the field's
 * value.
 */
export interface Problem {
  /** Index of the record in the list that the service sent. */
  readonly index: number;
  /** The record's `id`, if it is a string. */
  readonly id: string | undefined;
  /** For example `name` or `enrollments[1].status`. Empty if the record is not an object. */
  readonly field: string;
  /** For example `string or null` or `array of Enrollment`. */
  readonly expected: string;
}

/** The reason why a list is unavailable. The message says what happened, at which address, and what to do. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  /** HTTP status, if the service answered. */
  declare readonly status?: number; // `declare`, so that the property does not exist without an answer

  constructor(message: string, facts: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    if (facts.status !== undefined) this.status = facts.status;
  }
}
