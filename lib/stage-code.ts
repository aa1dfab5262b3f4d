import type { DirectoryName } from '../contract/directories.ts';

/** The code that runs in a stage, bundled by `bundling/` beforehand. */
export interface StageCode {
  /** Folders with `index.mjs`. */
  readonly directories: Readonly<Record<DirectoryName, string>>;
  readonly status: string;
  readonly databaseSetUp: string;
  readonly firstCopies: string;
  readonly site: string;
  /** Source of the CloudFront Functions. */
  readonly viewerRequest: string;
  readonly viewerResponse: string;
}
