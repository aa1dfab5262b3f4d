import type { DirectoryName } from '../contract/directories.ts';

/** What runs in a stage, made by `bundling/` before the stage is. */
export interface StageCode {
  /** Folders with `index.mjs`. */
  readonly directories: Readonly<Record<DirectoryName, string>>;
  readonly status: string;
  readonly databaseSetUp: string;
  readonly firstCopies: string;
  readonly site: string;
  /** Texts of the CloudFront Functions. */
  readonly viewerRequest: string;
  readonly viewerResponse: string;
}
