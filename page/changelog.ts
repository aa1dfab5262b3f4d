/** What has changed for those who use the service, the newest first. */

export interface Change {
  /** A version of the interface, or the month of what came beside it. */
  readonly name: string;
  readonly what: string;
}

export const changelog: readonly Change[] = [
  {
    name: '2026-11',
    what: 'A description for machines, this page, a typed client and the status, all outside of `/v1`.',
  },
  { name: '1.0.0', what: 'The three lists: startups, founders and jobs.' },
];
