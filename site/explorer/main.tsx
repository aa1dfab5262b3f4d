/** Runs when the document is there: fills the live parts of the page, and keeps them up to date. */

import { render } from 'preact';

import { directory } from '../../client/src/index.ts';
import { placeOf } from '../places.ts';
import { Explorer } from './explorer.tsx';
import { type Lists, loadLists, noListsYet, retried, withJobsCounted } from './loaded-lists.ts';
import {
  arrive,
  focusTitle,
  keepingFocus,
  keepPlace,
  keptPlace,
  type Place,
  returnTo,
  watchPlace,
} from './place.ts';
import { type Filter, formatRoute, noFilter, parseRoute, type Route, viewNames } from './route.ts';
import { StaleNote } from './stale-note.tsx';

/** Everything that the page shows is made of this. */
interface Shown {
  readonly lists: Lists;
  readonly route: Route;
  /** The list that was shown last, as it was filtered: where the link back from one of its records leads. */
  readonly listed: Route;
  /** How many cards are shown. */
  readonly limit: number;
  readonly now: Date;
}

const A_MINUTE_MS = 60_000;

const CARDS_AT_ONCE = 60;

const start: Route = { view: 'startups', filter: noFilter };

const client = directory(new URL('/v1', location.href));

let shown: Shown = {
  lists: noListsYet,
  route: parseRoute(location.hash) ?? start,
  listed: start,
  limit: CARDS_AT_ONCE,
  now: new Date(),
};

/** Where the page is to be once the lists are there. */
let destination: Place | undefined;

/** Where the list was left to which the link back from a record leads. */
let listedAt: Place | undefined;

function show(change: Partial<Shown>): void {
  shown = { ...shown, ...change };
  const { lists, route } = shown;
  if (route.view !== undefined && route.key === undefined) shown = { ...shown, listed: route };
  render(<StaleNote lists={lists} />, placeOf('note'));
  const explorer = <Explorer {...shown} onFilter={filterBy} onMore={showMore} onRetry={retry} />;
  keepingFocus(() => render(explorer, placeOf('explorer')));
  if (destination !== undefined && viewNames.every((name) => lists[name].state !== 'loading')) {
    if (!returnTo(destination)) focusTitle();
    destination = undefined;
  }
}

/** Shows what the address points at: as it was left, or from its beginning. */
function follow(): void {
  const route = parseRoute(location.hash);
  if (route === undefined) return; // an anchor beside the explorer, which stays as it is
  const isToList =
    shown.route.key !== undefined && formatRoute(route) === formatRoute(shown.listed);
  destination = keptPlace() ?? (isToList ? listedAt : undefined);
  const isNew = destination === undefined;
  show({ route, limit: destination?.limit ?? CARDS_AT_ONCE });
  if (isNew && location.hash !== '') arrive();
}

function keep(link?: Element, address?: string): void {
  destination = undefined; // the reader has moved on
  const kept = keepPlace(shown.limit, address, link);
  if (shown.route === shown.listed) listedAt = kept;
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

/** Shows at once that the lists are being loaded again. */
function retry(): void {
  show({ lists: retried(shown.lists) });
  focusTitle();
  void refresh();
}

/** The address follows the filter. Each choice is a step that Back undoes, and so is a search, but not each of its letters. */
function filterBy(filter: Filter): void {
  const { route } = shown;
  const { words, choices } = route.filter;
  if (filter.choices !== choices || words === '' || filter.words === '') {
    keep();
    history.pushState(null, '');
  }
  const filtered = { ...route, filter };
  show({ route: filtered, limit: CARDS_AT_ONCE });
  keep(undefined, formatRoute(filtered));
}

/** The address is the explorer's, so the link changes nothing in it. */
function skipToContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('main')?.focus();
}

document.querySelector('.skip')?.addEventListener('click', skipToContent);
show({});
follow();
addEventListener('popstate', follow);
watchPlace(keep);
void refresh();
setInterval(() => void refresh(), A_MINUTE_MS);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void refresh();
});
