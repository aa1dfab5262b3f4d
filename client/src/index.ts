/** The package's main entry point, for browsers and servers. */

export * from './directory.ts';
export { type CallOptions, DirectoryError, type List, type Problem } from './list.ts';
export type { Enrollment, Founder, Job, Startup } from './records.ts';
export { browserStorage, type ListStorage } from './storage.ts';
