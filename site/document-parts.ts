/** The parts of which the documents are made. */

import type { SiteFace } from '../contract/site.ts';

export interface DocumentParts {
  readonly face: SiteFace;
  readonly records: readonly RecordDescription[];
  /** An invented record of each kind, by its name. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** Names of files in the folder of assets. */
  readonly logo: string;
  readonly image: string;
  readonly explorer: PageAssets;
  readonly documentation: PageAssets;
}

export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

export interface RecordDescription {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly FieldDescription[];
}

export interface FieldDescription {
  readonly name: string;
  readonly description: string;
  /** Such as `string` or `Enrollment`, of the value or of the items of an array. */
  readonly kind: string;
  readonly format: string | undefined;
  readonly isArray: boolean;
  readonly isNullable: boolean;
}
