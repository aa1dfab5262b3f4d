/** The look of a list: how it is searched, filtered and sorted, and the components that show a record. */

import { createContext, type FunctionComponent } from 'preact';

import { type KnownStartups, type Lists, noListsYet, type ViewName } from './lists.ts';
import type { Founder } from '../../client/src/index.ts';
import type { Index, Order, Searched } from './search.ts';

export interface View<R> extends Searched<R> {
  readonly indexOf: (records: readonly R[]) => Index<R>;
  readonly name: ViewName;
  /** The word for one record. */
  readonly noun: string;
  readonly layout: 'grid' | 'rows';
  /** Returns the part of an address that identifies a record. */
  readonly keyOf: (record: R) => string;
  /** The first one is the default. */
  readonly orders: readonly [Order<R>, ...Order<R>[]];
  /** The columns of a downloaded list. */
  readonly fields: readonly string[];
  readonly Card: FunctionComponent<CardProps<R>>;
  readonly Page: FunctionComponent<{ record: R }>;
}

export interface CardProps<R> {
  readonly record: R;
  /** The searched words: a card shows a match that is in none of its visible texts. */
  readonly words?: string;
}

/** The data that cards and pages look up. */
export interface Shared {
  readonly lists: Lists;
  /** The startups that founders and jobs refer to. */
  readonly known: KnownStartups;
  /** The founders of each startup, by its id. */
  readonly teams: ReadonlyMap<string, readonly Founder[]>;
  readonly now: Date;
  readonly onRetry: () => void;
}

export const SharedLists = createContext<Shared>({
  lists: noListsYet,
  known: undefined,
  teams: new Map(),
  now: new Date(),
  onRetry: () => {},
});
