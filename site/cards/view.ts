/** The look of a list: how it is searched, filtered and sorted, and the card of a record. */

import { createContext, type FunctionComponent } from 'preact';

import type { Founder, Job, Startup } from '../../client/src/index.ts';
import { english, type Language } from './language.ts';
import type { KnownStartups, ViewName } from './lists.ts';
import type { Index, Order, Searched } from './search.ts';

export interface View<R> extends Searched<R> {
  readonly name: ViewName;
  readonly layout: 'grid' | 'rows';
  readonly indexOf: (records: readonly R[]) => Index<R>;
  /** Returns the part of an address that identifies a record. */
  readonly keyOf: (record: R) => string;
  /** The first one is the default. */
  readonly orders: readonly [Order<R>, ...Order<R>[]];
  readonly Card: FunctionComponent<CardProps<R>>;
}

export interface CardProps<R> {
  readonly record: R;
  /** The searched words: a card shows a match that is in none of its visible texts. */
  readonly words?: string;
}

/** The data that cards look up. */
export interface Shared {
  readonly language: Language;
  readonly now: Date;
  /** The startups that founders and jobs refer to. */
  readonly known: KnownStartups;
  /** The founders of each startup, by its id. */
  readonly teams: ReadonlyMap<string, readonly Founder[]>;
  /** Returns the address of a card; a card without one has no link. */
  readonly linkTo: (view: ViewName, record: Startup | Founder | Job) => string | undefined;
}

export const SharedLists = createContext<Shared>({
  language: english,
  now: new Date(),
  known: undefined,
  teams: new Map(),
  linkTo: () => undefined,
});
