/**
 * The script of the explorer. It shows the view that the address of the page identifies. It asks the client for the lists every
 * minute, and whenever the page becomes visible again.
 */

import { render } from 'preact';

import { directory } from '../../client/src/index.ts';
import { loadLists, noListsYet, retried, viewNames, withJobsCounted } from '../cards/lists.ts';
import { type Filter, noFilter } from '../cards/search.ts';
import { elementIds, Tabs } from '../tabs.tsx';
import { Explorer, type State } from './explorer.tsx';
import { formatRoute, parseRoute, type Route } from './route.ts';
import * as scroll from './scroll-position.ts';
import { StaleNote } from './parts.tsx';

const A_MINUTE_MS = 60_000;

const CARDS_AT_ONCE = 60;

const start: Route = { view: 'startups', filter: noFilter };

const client = directory(new URL('/v1', location.href));

/** Scroll position at which the visitor last left each view, keyed by the view's address. */
const left = new Map(scroll.storedPositions());

const firstRoute = parseRoute(location.hash) ?? start;

/** Position to restore after a reload. It is `undefined` after it has been restored, or if there is nothing to restore. */
let reloaded = left.get(formatRoute(firstRoute));

let shown: State = {
  lists: noListsYet,
  route: firstRoute,
  listed: start,
  limit: reloaded?.limit ?? CARDS_AT_ONCE,
  now: new Date(),
};

function elementOf(name: keyof typeof elementIds): Element {
  const element = document.querySelector(`#${elementIds[name]}`);
  if (element === null) throw new Error(`The page does not contain #${elementIds[name]}`);
  return element;
}

function show(change: Partial<State>): void {
  shown = { ...shown, ...change };
  const { lists, route } = shown;
  if (route.key !== undefined && shown.RecordPage === undefined) void loadRecordPage();
  if (route.view !== undefined && route.key === undefined) shown = { ...shown, listed: route };
  render(<StaleNote lists={lists} />, elementOf('note'));
  render(<Tabs lists={lists} current={route.view} />, elementOf('tabs'));
  const explorer = <Explorer {...shown} onFilter={filterBy} onMore={showMore} onRetry={retry} />;
  scroll.keepingFocus(() => render(explorer, elementOf('explorer')));
}

async function loadRecordPage(): Promise<void> {
  const { RecordPage } = await import('./on-demand.ts');
  if (shown.RecordPage === undefined) show({ RecordPage });
}

/**
 * Shows the view that the current address identifies. Scrolls a list to where the visitor left it, and any other view to the
 * top.
 */
function follow(): void {
  const route = parseRoute(location.hash);
  if (route === undefined) return; // the id of an element, such as `#main`, does not change the view
  leave();
  const position = route.key === undefined ? left.get(formatRoute(route)) : undefined;
  show({ route, limit: position?.limit ?? CARDS_AT_ONCE });
  scroll.moveTo(position);
}

function leave(): void {
  left.set(formatRoute(shown.route), scroll.currentPosition(shown.limit));
}

function showMore(): void {
  show({ limit: shown.limit + CARDS_AT_ONCE });
}

async function refresh(): Promise<void> {
  await loadLists(client, viewNames, (part) => {
    show({ lists: withJobsCounted({ ...shown.lists, ...part }), now: new Date() });
    const { view } = shown.route;
    if (reloaded === undefined || view === undefined || shown.lists[view] === 'loading') return;
    scroll.moveTo(reloaded);
    reloaded = undefined;
  });
}

/** Loads the lists again. Meanwhile, the page shows that the failed lists are loading. */
function retry(): void {
  show({ lists: retried(shown.lists) });
  scroll.focusTitle();
  void refresh();
}

/**
 * Applies a filter and writes it into the address. For the Back button, each choice is a step, and so is typing a search text
 * (not each character) or clearing it.
 */
function filterBy(filter: Filter): void {
  const { route } = shown;
  const { words, choices } = route.filter;
  const isStep = filter.choices !== choices || words === '' || filter.words === '';
  if (isStep) leave();
  const filtered = { ...route, filter };
  show({ route: filtered, limit: CARDS_AT_ONCE });
  history[isStep ? 'pushState' : 'replaceState'](null, '', formatRoute(filtered));
}

/**
 * Focuses the content. Does not follow the link, because that would replace the fragment of the address, which identifies the
 * current view.
 */
function skipToContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('main')?.focus();
}

/** Focuses the search when a visitor types `/` outside a field. */
function focusSearch(event: KeyboardEvent): void {
  const isTyped = event.target instanceof Element && event.target.matches('input, select');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyped) return;
  const search = document.querySelector<HTMLElement>('input[type="search"]');
  if (search === null) return;
  event.preventDefault();
  search.focus();
}

document.addEventListener('keydown', focusSearch);
document.querySelector('.skip')?.addEventListener('click', skipToContent);
show({});
if (location.hash !== '') scroll.moveTo(undefined);
history.scrollRestoration = 'manual'; // otherwise the browser would scroll before the view is rendered
addEventListener('popstate', follow);
addEventListener('beforeprint', () => show({ limit: Infinity }));
addEventListener('pagehide', () => {
  leave();
  scroll.storePositions([...left]);
});
void refresh();
setInterval(() => void refresh(), A_MINUTE_MS);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void refresh();
});
