/** Routing: where in the explorer the address points: `#/startups?q=solar&industry=Energy`, `#/startups/<slug>`, `#/jobs/<id>`. */

/** The lists that have a view. */
export const viewNames = ['startups', 'founders', 'jobs'] as const;

export type ViewName = (typeof viewNames)[number];

/** The word for one record: the names are plurals. */
export function nounOf(view: ViewName): string {
  return view.slice(0, -1);
}

/** The filter of a list: words to search for, and the chosen values of each facet, of which a record has one or more. */
export interface Filter {
  readonly words: string;
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

export interface Route {
  /** `undefined` where nothing has this address. */
  readonly view: ViewName | undefined;
  /** Names one record. */
  readonly key?: string;
  readonly filter: Filter;
}

export const noFilter: Filter = { words: '', choices: {} };

const ROUTE = /^#\/([a-z]+)(?:\/([^/?]+))?\/?(?:\?(.*))?$/su;

/** `undefined` for a fragment that is not the explorer's, as `#main` is. */
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

export function recordRoute(view: ViewName, key: string): string {
  return formatRoute({ view, key, filter: noFilter });
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key; // a stray percent sign, typed by hand
  }
}
