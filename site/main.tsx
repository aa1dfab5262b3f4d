/** Runs when the document is there: fills the live parts of the page, and keeps them up to date. */

import { render } from 'preact';

import { directory } from '../client/src/index.ts';
import { sitePaths } from '../contract/site.ts';
import { places } from './document-parts.ts';
import { Explorer } from './explorer/explorer.tsx';
import {
  arrive,
  focusTitle,
  keepingFocus,
  keepPlace,
  keptPlace,
  type Place,
  returnTo,
  watchPlace,
} from './explorer/place.ts';
import {
  documentTitle,
  type Filter,
  formatRoute,
  noFilter,
  parseRoute,
  type Route,
  viewNames,
} from './explorer/route.ts';
import { Freshness, StaleNote } from './freshness.tsx';
import {
  type Lists,
  type Loaded,
  loadLists,
  loadStatus,
  noListsYet,
  type Status,
  withJobsCounted,
} from './live.ts';

/** Everything that the page shows is made of this. */
interface Shown {
  readonly lists: Lists;
  readonly status: Status;
  /** `undefined` while the address points at no part of the explorer. */
  readonly route: Route | undefined;
  /** The list of startups as it was last filtered: where the link back from one of them leads. */
  readonly listed: Route;
  /** How many cards are shown. */
  readonly limit: number;
  readonly now: Date;
}

const A_MINUTE_MS = 60_000;

const CARDS_AT_ONCE = 60;

const start: Route = { view: 'startups', filter: noFilter };

/** As the document comes: the name of the programme. */
const siteTitle = document.title;

const client = directory(new URL('/v1', location.href));

let shown: Shown = {
  lists: noListsYet,
  status: {},
  route: parseRoute(location.hash),
  listed: start,
  limit: CARDS_AT_ONCE,
  now: new Date(),
};

/** Where the page is to be once the lists are there. */
let destination: Place | undefined;

/** Where the list was left to which the link back from a startup leads. */
let listedAt: Place | undefined;

function show(change: Partial<Shown>): void {
  shown = { ...shown, ...change };
  const { lists, status, limit, route = start, now } = shown;
  if (route.view === 'startups' && route.slug === undefined) shown = { ...shown, listed: route };
  render(<Freshness lists={lists} status={status} now={now} />, place('freshness'));
  render(<StaleNote lists={lists} />, place('note'));
  const explorer = (
    <Explorer
      lists={lists}
      route={route}
      listed={shown.listed}
      limit={limit}
      onFilter={filterBy}
      onMore={showMore}
      onRetry={retry}
    />
  );
  keepingFocus(() => render(explorer, place('explorer')));
  document.title = documentTitle(shown.route, lists.startups, siteTitle);
  if (destination !== undefined && viewNames.every((name) => lists[name].state !== 'loading')) {
    if (!returnTo(destination) && shown.route !== undefined) focusTitle();
    destination = undefined;
  }
}

/** Shows what the address points at: as it was left, or from its beginning. */
function follow(): void {
  const route = parseRoute(location.hash);
  const isBack = shown.route?.slug !== undefined && route !== undefined;
  const isToList = isBack && formatRoute(route) === formatRoute(shown.listed);
  const kept = keptPlace() ?? (isToList ? listedAt : undefined);
  const limit = kept?.limit ?? CARDS_AT_ONCE;
  destination = kept;
  const isBeside = route === undefined && location.hash !== ''; // then the explorer stays as it is
  show(isBeside ? {} : { route, limit });
  if (kept === undefined && route !== undefined) arrive();
}

function keep(link?: Element, address?: string): void {
  destination = undefined; // the reader has moved on
  const kept = keepPlace(shown.limit, address, link);
  if ((shown.route ?? start) === shown.listed) listedAt = kept;
}

function showMore(): void {
  show({ limit: shown.limit + CARDS_AT_ONCE });
  keep();
}

/** Asks the client, which asks the service only for what is not fresh any more. */
async function refresh(): Promise<void> {
  await loadLists(client, (part) =>
    show({ lists: withJobsCounted({ ...shown.lists, ...part }), now: new Date() }),
  );
}

/** The status comes after the lists: the very first visitor creates the copies that it reports on. */
async function begin(): Promise<void> {
  await refresh();
  show({ status: await loadStatus() });
}

/** Shows at once that the lists are being loaded again. */
function retry(): void {
  const { startups, founders, jobs } = shown.lists;
  show({ lists: { startups: again(startups), founders: again(founders), jobs: again(jobs) } });
  focusTitle();
  void refresh();
}

function again<R>(loaded: Loaded<R>): Loaded<R> {
  return loaded.state === 'failed' ? { state: 'loading' } : loaded;
}

/** The address follows the filter, without a history entry for each letter. */
function filterBy(filter: Filter): void {
  const route = { ...(shown.route ?? start), filter };
  show({ route, limit: CARDS_AT_ONCE });
  keep(undefined, formatRoute(route));
}

function place(name: keyof typeof places): Element {
  const element = document.querySelector(`#${places[name]}`);
  if (element === null) throw new Error(`The document has no place for ${name}`);
  return element;
}

/** The documentation was part of this page once: `/#fields` leads to `/docs#fields`; `/#top` is the top of any page. */
function leadToDocumentation(): void {
  const { hash } = location;
  if (/^#(?!top$)[a-z-]+$/u.test(hash) && document.querySelector(hash) === null) {
    location.replace(sitePaths.docs + hash);
  }
}

/** The address is the explorer's, so the link changes nothing in it. */
function skipToContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('main')?.focus();
}

document.querySelector('.skip')?.addEventListener('click', skipToContent);
leadToDocumentation();
addEventListener('hashchange', leadToDocumentation);
follow();
addEventListener('popstate', follow);
watchPlace(keep);
void begin();
setInterval(() => void refresh(), A_MINUTE_MS);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void refresh();
});
