/** What a list of the explorer needs to know of its records. */

import type { VNode } from 'preact';

import type { ViewName } from './route.ts';
import type { Facet } from './search.ts';

export interface View<R> {
  readonly name: ViewName;
  readonly title: string;
  readonly nouns: readonly [string, string];
  /** The texts in which words are looked for. */
  readonly textsOf: (record: R) => readonly (string | null)[];
  readonly facets: readonly Facet<R>[];
  readonly card: (record: R) => VNode;
}
