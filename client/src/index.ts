/** What the package gives. */

export { type Directory, directory, type DirectoryOptions } from './directory.ts';
export { type CallOptions, DirectoryError, type List, type Problem } from './list.ts';
export { isActive, isAlumnus, isOpen } from './record-state.ts';
export type { Enrollment, Founder, Job, Startup } from './records.ts';
export { browserStorage, type ListStorage } from './storage.ts';
