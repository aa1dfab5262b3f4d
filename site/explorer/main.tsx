/** Runs when the document is there: fills the live parts of the page, and keeps them up to date. */

import { render } from 'preact';

import { directory } from '../../client/src/index.ts';
import { elementOf } from '../element-ids.ts';
import { Explorer } from './explorer.tsx';
import { type Lists, loadLists, noListsYet, retried, withJobsCounted } from './loaded-lists.ts';
import {
  arrive,
  focusTitle,
  keepingFocus,
  currentPosition,
  type ScrollPosition,
  returnTo,
} from './scroll-position.ts';
import { type Filter, formatRoute, noFilter, parseRoute, type Route } from './route.ts';
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

/** Where each list was left, by its address. The browser itself keeps the page while another site is visited. */
const left = new Map<string, ScrollPosition & Pick<Shown, 'limit'>>();

function show(change: Partial<Shown>): void {
  shown = { ...shown, ...change };
  const { lists, route } = shown;
  if (route.view !== undefined && route.key === undefined) shown = { ...shown, listed: route };
  render(<StaleNote lists={lists} />, elementOf('note'));
  const explorer = <Explorer {...shown} onFilter={filterBy} onMore={showMore} onRetry={retry} />;
  keepingFocus(() => render(explorer, elementOf('explorer')));
}

/** Shows what the address points at: a list as it was left, anything else from its beginning. */
function follow(): void {
  const route = parseRoute(location.hash);
  if (route === undefined) return; // an anchor beside the explorer, which stays as it is
  leave();
  const position = route.key === undefined ? left.get(formatRoute(route)) : undefined;
  show({ route, limit: position?.limit ?? CARDS_AT_ONCE });
  if (position === undefined) arrive();
  else returnTo(position);
}

function leave(): void {
  left.set(formatRoute(shown.route), { ...currentPosition(), limit: shown.limit });
}

function showMore(): void {
  show({ limit: shown.limit + CARDS_AT_ONCE });
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
  const isStep = filter.choices !== choices || words === '' || filter.words === '';
  if (isStep) leave();
  const filtered = { ...route, filter };
  show({ route: filtered, limit: CARDS_AT_ONCE });
  history[isStep ? 'pushState' : 'replaceState'](null, '', formatRoute(filtered));
}

/** The address is the explorer's, so the link changes nothing in it. */
function skipToContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('main')?.focus();
}

document.querySelector('.skip')?.addEventListener('click', skipToContent);
show({});
if (location.hash !== '') arrive();
history.scrollRestoration = 'manual'; // the browser would scroll before the view is there
addEventListener('popstate', follow);
void refresh();
setInterval(() => void refresh(), A_MINUTE_MS);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void refresh();
});
