/**
 * The event that a schedule, a deployment or an operator sends to a directory's function instead of a request. IAM decides who
 * may send it. The function responds after it has read the list and written the copy. If the new list cannot be published, the
 * function writes the old copy again.
 */
export interface RefreshEvent {
  readonly refresh: {
    /** Whether to publish the list even if it lost more than half of its records. An operator sets this to confirm the loss. */
    readonly acceptDrop: boolean;
  };
}

/** The reason why a list could not be read, published or sent. */
export interface ReadFailure {
  /** An outage ends without anyone acting. A person must fix a defect. */
  readonly kind: 'outage' | 'defect';
  /** DatabaseOutage, DatabaseDefect, ListRefused or ListTooLong, or the name of an unforeseen error. */
  readonly name: string;
  readonly reason: string;
  /** Set if the list has only one fault: it lost more than half of its records. A refresh with `acceptDrop` publishes it. */
  readonly isDrop?: true | undefined;
}

/**
 * The result of writing a copy. `superseded` means that the stored copy is newer than the list, or that another process wrote a
 * copy first. `reason` is the name of an error or a short explanation.
 */
export type CopyWrite =
  | { readonly state: 'written' | 'superseded' }
  | { readonly state: 'failed'; readonly reason: string };

/** The function's report on a refresh. */
export interface Refreshed {
  readonly directory: string;
  /** Number of records in the new list; absent if the read failed or the list was refused. */
  readonly records?: number | undefined;
  readonly failure?: ReadFailure | undefined;
  /** Absent if the function had nothing to write. */
  readonly copyWrite?: CopyWrite | undefined;
  /**
   * The copy that the refresh wrote, otherwise the copy that it read. Absent if it could neither read nor write a usable copy.
   * `cachedAt` is ISO 8601.
   */
  readonly copy?: { readonly records: number; readonly cachedAt: string } | undefined;
}
