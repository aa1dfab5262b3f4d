/** The options and the result of a method that returns a list. */

export interface CallOptions {
  /**
   * Aborts this call, which then rejects with the signal's reason. The request continues, because other calls may be waiting for
   * it.
   */
  readonly signal?: AbortSignal;
}

export interface List<R> {
  /** The records, ordered by `id` and deeply frozen. Calls return the same array object until the list changes. */
  readonly records: readonly R[];
  /** Time when the service last read the list from its database. `undefined` if the service did not send a valid time. */
  readonly cachedAt: Date | undefined;
  /**
   * - `database`: a list that the service read from its database;
   * - `last-good`: the service's last-good copy, because the service could not read a valid list from its database;
   * - `kept`: this client's last copy, because the last request failed.
   */
  readonly source: 'database' | 'last-good' | 'kept';
  /** One problem for each record that the client left out because the record does not match the documentation. */
  readonly problems: readonly Problem[];
  /** The reason why the last request failed. Present only if the source is `kept`. */
  readonly failure?: DirectoryError;
}

/**
 * Describes a record that was left out, and its first field that does not match the documentation. Does not contain the field's
 * value.
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

/** The error for a failed request. Its message contains the address, and explains what happened and what to do. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  /** HTTP status of the response. Absent if the connection failed or the request timed out. */
  declare readonly status?: number; // with `declare`, the property exists only if it is set

  constructor(message: string, facts: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    if (facts.status !== undefined) this.status = facts.status;
  }
}
