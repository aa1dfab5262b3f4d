/** The document at `/status.json`. `site/openapi/base.json` describes its fields. */

import type { DirectoryName } from './directories.ts';

export interface Status {
  readonly checkedAt: string;
  readonly release: string;
  readonly directories: Readonly<Record<DirectoryName, DirectoryStatus>>;
}

export interface DirectoryStatus {
  readonly path: string;
  readonly records: number | null;
  readonly bytes: number | null;
  readonly cachedAt: string | null;
  readonly emptyByDesign: boolean;
  readonly problem: string | null;
}
