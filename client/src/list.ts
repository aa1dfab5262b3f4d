/** The options and the result of a method that returns a list. */

export interface CallOptions {
  /** Ends this call, which then rejects with the signal's reason. The request continues, because other calls may wait for it. */
  readonly signal?: AbortSignal;
}

export interface List<R> {
  /** The records, ordered by `id` and deeply frozen. This remains the same array until a record changes. */
  readonly records: readonly R[];
  /** Time when the service last read the list from its database. `undefined` if the service did not send a valid time. */
  readonly cachedAt: Date | undefined;
  /**
   * - `database`: fresh;
   * - `last-good`: the service's last-good copy, because its database is unavailable;
   * - `kept`: this client's last copy, because the service could not be reached or failed.
   */
  readonly source: 'database' | 'last-good' | 'kept';
  /** Records that were left out because they do not match the documentation. */
  readonly problems: readonly Problem[];
  /** The failure of the last request. Only present if the source is `kept`. */
  readonly failure?: DirectoryError;
}

/**
 * A record that was left out, and the first field in it that does not match the documentation. The field's value is not included.
 */
export interface Problem {
  /** Index of the record in the list that the service sent. */
  readonly index: number;
  /** The record's `id`, if it is a string. */
  readonly id: string | undefined;
  /** Path of the field, for example `name` or `enrollments[1].status`. Empty if the record is not an object. */
  readonly field: string;
  /** Documented type of the field, for example `string or null` or `array of Enrollment`. */
  readonly expected: string;
}

/** A failed request for a list. The message contains the address, what happened and what to do. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  /** HTTP status, if the service answered. */
  declare readonly status?: number; // with `declare`, the property exists only if it is set

  constructor(message: string, facts: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    if (facts.status !== undefined) this.status = facts.status;
  }
}
