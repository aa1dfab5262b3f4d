/** The parts of which the documents are made. */

import type { SiteFace } from '../contract/branding.ts';

export interface DocumentParts {
  readonly face: SiteFace;
  readonly sections: readonly DocumentSection[];
  /** Names of files in the folder of assets. */
  readonly logo: string;
  readonly image: string;
  readonly explorer: PageAssets;
  readonly documentation: PageAssets;
}

/** A section of the documentation. */
export interface DocumentSection {
  /** Its fragment in an address. */
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

export interface PageAssets {
  readonly script: string;
  readonly style: string;
}
