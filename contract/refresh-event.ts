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

/** Why a list was not read, or cannot be sent. */
export interface ReadFailure {
  /** As in the logs. */
  readonly kind: 'outage' | 'defect';
  /** DatabaseOutage, DatabaseDefect, ListRefused or ListTooLong. */
  readonly name: string;
  readonly reason: string;
  /** Set if the list lost too many records and nothing else is wrong with it: `acceptDrop` would publish it. */
  readonly isDrop?: true | undefined;
}

/** The result of writing a copy. `superseded`: another process wrote one meanwhile. `reason` is the name of an error. */
export type CopyWrite =
  | { readonly state: 'written' | 'superseded' }
  | { readonly state: 'failed'; readonly reason: string };

/** The function's report. */
export interface Refreshed {
  readonly directory: string;
  /** Records that were read and may be published; absent if the read failed or was refused. */
  readonly records?: number | undefined;
  readonly failure?: ReadFailure | undefined;
  /** Absent if there was nothing to write. */
  readonly copyWrite?: CopyWrite | undefined;
  /** The last-good copy as it is now; absent if there is none or it cannot be read. `cachedAt` is ISO 8601. */
  readonly copy?: { readonly records: number; readonly cachedAt: string } | undefined;
}
