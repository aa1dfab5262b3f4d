/** What the package gives. */

export { type Directory, directory, type DirectoryOptions } from './directory.ts';
export { DirectoryError, type List, type Problem } from './list.ts';
export type { Enrollment, Founder, Job, Startup } from './records.ts';
