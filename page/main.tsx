/** Begins when the document is there: fills the live parts of the page, and keeps them true. */

import { render } from 'preact';

import { directory } from '../client/src/index.ts';
import { addCopyButtons } from './enhance/copy-buttons.ts';
import { documentTitle } from './explorer/document-title.ts';
import { Explorer } from './explorer/explorer.tsx';
import { type Filter, formatRoute, noFilter, parseRoute, type Route } from './explorer/route.ts';
import { focusTitle, keepingFocus } from './explorer/title.tsx';
import { Freshness } from './live/freshness.tsx';
import { type Lists, type Loaded, loadLists, noListsYet } from './live/lists.ts';
import { StaleNote } from './live/stale-note.tsx';
import { loadStatus, type Status } from './live/status.ts';
import { followRoute } from './navigation.ts';
import { places } from './places.ts';

/** Everything that the page shows follows from this. */
interface Shown {
  readonly lists: Lists;
  readonly status: Status;
  /** `undefined` while the address points at no part of the explorer. */
  readonly route: Route | undefined;
  /** The list of startups as it was last looked through: the way back from one of them. */
  readonly listed: Route;
  readonly now: Date;
}

const A_MINUTE_MS = 60_000;

const start: Route = { view: 'startups', filter: noFilter };

const client = directory(new URL('/v1', location.href));

let shown: Shown = {
  lists: noListsYet,
  status: {},
  route: parseRoute(location.hash),
  listed: start,
  now: new Date(),
};

function show(change: Partial<Shown>): void {
  shown = { ...shown, ...change };
  const { lists, status, route = start, now } = shown;
  if (route.view === 'startups' && route.slug === undefined) shown = { ...shown, listed: route };
  render(<Freshness lists={lists} status={status} now={now} />, place('freshness'));
  render(<StaleNote lists={lists} />, place('note'));
  const explorer = (
    <Explorer lists={lists} route={route} listed={shown.listed} onFilter={narrow} onRetry={retry} />
  );
  keepingFocus(() => render(explorer, place('explorer')));
  document.title = documentTitle(shown.route, lists.startups);
}

/** Asks the client, which asks the service only for what is not fresh any more. */
async function refresh(): Promise<void> {
  await loadLists(client, (part) => show({ lists: { ...shown.lists, ...part }, now: new Date() }));
}

/** The status after the lists: the first visitor of all brings about the copies of which it speaks. */
async function begin(): Promise<void> {
  await refresh();
  show({ status: await loadStatus() });
}

/** Who asks again sees that something happens. */
function retry(): void {
  const { startups, founders, jobs } = shown.lists;
  show({ lists: { startups: again(startups), founders: again(founders), jobs: again(jobs) } });
  focusTitle();
  void refresh();
}

function again<R>(loaded: Loaded<R>): Loaded<R> {
  return loaded.state === 'failed' ? { state: 'loading' } : loaded;
}

/** The address follows what is searched for, without a step of history for each letter. */
function narrow(filter: Filter): void {
  const route = { ...(shown.route ?? start), filter };
  show({ route });
  history.replaceState(history.state, '', formatRoute(route)); // some browsers refuse more than 100 in 30 s
}

function place(name: keyof typeof places): Element {
  const element = document.querySelector(`#${places[name]}`);
  if (element === null) throw new Error(`The document has no place for ${name}`);
  return element;
}

addCopyButtons(document.querySelectorAll<HTMLElement>('[data-example]'));
show({});
void begin();
followRoute((route) => show({ route }));
setInterval(() => void refresh(), A_MINUTE_MS);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void refresh();
});
