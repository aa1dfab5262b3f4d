/**
 * What a schedule or an operator sends to a directory's function instead of a request. Only IAM decides who may. It is answered
 * when the list was read and the copy written: the old one again where nothing could be published.
 */
export interface RefreshEvent {
  readonly refresh: {
    /** Publish the list even if it lost more than half of its records: an operator has confirmed it. */
    readonly acceptDrop: boolean;
  };
}

/** The function's report. */
export interface Refreshed {
  readonly directory: string;
  /** Records that were read and may be published; absent where the read failed or was refused. */
  readonly records?: number | undefined;
  /**
   * Why not, or why what was read cannot be answered. `kind` and `name` as in the logs: outage or defect, DatabaseOutage,
   * DatabaseDefect, ListRefused or ListTooLong.
   */
  readonly failure?:
    | {
        readonly kind: 'outage' | 'defect';
        readonly name: string;
        readonly reason: string;
        /** Only where the list lost too many records and nothing else is wrong with it: `acceptDrop` would publish it. */
        readonly isDrop?: true | undefined;
      }
    | undefined;
  /**
   * The result of writing the copy; absent if there was nothing to write. `superseded`: another process wrote
   * one meanwhile. `reason` is the name of an error.
   */
  readonly copyWrite?:
    | { readonly state: 'written' | 'superseded' }
    | { readonly state: 'failed'; readonly reason: string }
    | undefined;
  /** The last-good copy as it is now; absent where there is none or it cannot be read. `cachedAt` is ISO 8601. */
  readonly copy?: { readonly records: number; readonly cachedAt: string } | undefined;
}
