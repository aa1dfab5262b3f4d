/** Routing: where in the explorer the address bar points: `#/startups?q=solar&industry=Energy`, `#/startups/<slug>`. */

import type { Startup } from '../../client/src/index.ts';
import type { paths } from '../../contract/paths.ts';
import type { Loaded } from '../live.ts';
import { humanized } from '../text.ts';

/** One view for each list. */
export type ViewName = keyof typeof paths;

export const viewNames = ['startups', 'founders', 'jobs'] as const satisfies readonly ViewName[];

/** What one of its records is: the names are plurals. */
export function nounOf(view: ViewName): string {
  return view.slice(0, -1);
}

const ROUTE = /^#\/([a-z]+)(?:\/([^/?]+))?\/?(?:\?(.*))?$/su;

/** What a list is filtered by: words to search for, and the chosen value of each facet. */
export interface Filter {
  readonly words: string;
  readonly choices: Readonly<Record<string, string>>;
}

export interface Route {
  readonly view: ViewName;
  /** Only for one startup. */
  readonly slug?: string;
  readonly filter: Filter;
}

export const noFilter: Filter = { words: '', choices: {} };

/** `undefined` for a fragment that is not the explorer's, as `#fields` is. */
export function parseRoute(fragment: string): Route | undefined {
  const [, view, slug, query = ''] = ROUTE.exec(fragment) ?? [];
  const known = viewNames.find((name) => name === view);
  if (known === undefined) return undefined;
  if (slug === undefined) return { view: known, filter: parseFilter(query) };
  return known === 'startups' ? { view: known, slug: decoded(slug), filter: noFilter } : undefined;
}

export function formatRoute({ view, slug, filter }: Route): string {
  if (slug !== undefined) return `#/${view}/${encodeURIComponent(slug)}`;
  const query = new URLSearchParams({
    ...(filter.words === '' ? {} : { q: filter.words }),
    ...filter.choices,
  }).toString();
  return query === '' ? `#/${view}` : `#/${view}?${query}`;
}

export function startupRoute(slug: string): string {
  return formatRoute({ view: 'startups', slug, filter: noFilter });
}

/** The title of the browser's tab, and of its history. `site` is that of the page as a whole. */
export function documentTitle(
  route: Route | undefined,
  startups: Loaded<Startup>,
  site: string,
): string {
  if (route === undefined) return site;
  if (route.slug === undefined) return `${humanized(route.view)} · ${site}`;
  const known = startups.state === 'ready' ? startups.list.records : [];
  const startup = known.find(({ slug }) => slug === route.slug);
  return `${startup?.name ?? 'Startup'} · ${site}`;
}

function parseFilter(query: string): Filter {
  const { q: words = '', ...choices } = Object.fromEntries(new URLSearchParams(query));
  return { words, choices };
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug; // a stray percent sign, typed by hand
  }
}
