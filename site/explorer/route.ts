/**
 * A route says which list or record the explorer shows. It is stored in the fragment of the page's address, such as
 * `#/startups?q=solar&industry=Energy`, `#/startups/<slug>` or `#/jobs/<id>`.
 */

import { type Filter, noFilter } from '../cards/search.ts';
import { type ViewName, viewNames } from '../cards/lists.ts';

export interface Route {
  /** The list that is shown, or that contains the record that is shown. `undefined` if the address is unknown. */
  readonly view: ViewName | undefined;
  /** Slug or id of the record that is shown. Absent if a list is shown. */
  readonly key?: string;
  readonly filter: Filter;
}

const ROUTE = /^#\/([a-z]+)(?:\/([^/?]+))?\/?(?:\?(.*))?$/su;

/** Returns the route in the fragment of an address, or `undefined` if the fragment is the id of an element, such as `#main`. */
export function parseRoute(fragment: string): Route | undefined {
  if (fragment === '' || fragment === '#/') return { view: 'startups', filter: noFilter };
  if (!fragment.startsWith('#/')) return undefined;
  const [, name, key, query = ''] = ROUTE.exec(fragment) ?? [];
  const view = viewNames.find((each) => each === name);
  if (view === undefined) return { view, filter: noFilter };
  if (key !== undefined) return { view, key: decoded(key), filter: noFilter };
  const values = new URLSearchParams([...new URLSearchParams(query)].filter(([, value]) => value));
  const choices = [...new Set(values.keys())].map(
    (each) => [each, [...new Set(values.getAll(each))]] as const,
  );
  const { q: [words = ''] = [], ...chosen } = Object.fromEntries(choices);
  return { view, filter: { words, choices: chosen } };
}

export function formatRoute({ view, key, filter }: Route): string {
  if (key !== undefined) return `#/${view}/${encodeURIComponent(key)}`;
  const choices = Object.entries({ q: [filter.words].filter(Boolean), ...filter.choices });
  const pairs = choices.flatMap(([name, values]) => values.map((value) => [name, value]));
  const query = new URLSearchParams(pairs).toString();
  return query === '' ? `#/${view}` : `#/${view}?${query}`;
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key; // invalid percent-encoding, for example because the address was typed by hand
  }
}
