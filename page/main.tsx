/** Runs when the document is there: fills the live parts of the page, and keeps them up to date. */

import { render } from 'preact';

import { directory } from '../client/src/index.ts';
import { sitePaths } from '../contract/site.ts';
import { places } from './document-parts.ts';
import { Explorer } from './explorer/explorer.tsx';
import { focusTitle, followRoute, keepingFocus } from './explorer/navigation.tsx';
import {
  documentTitle,
  type Filter,
  formatRoute,
  noFilter,
  parseRoute,
  type Route,
} from './explorer/route.ts';
import { Freshness, StaleNote } from './freshness.tsx';
import { type Lists, type Loaded, loadLists, loadStatus, noListsYet, type Status } from './live.ts';

/** Everything that the page shows is made of this. */
interface Shown {
  readonly lists: Lists;
  readonly status: Status;
  /** `undefined` while the address points at no part of the explorer. */
  readonly route: Route | undefined;
  /** The list of startups as it was last filtered: where the link back from one of them leads. */
  readonly listed: Route;
  readonly now: Date;
}

const A_MINUTE_MS = 60_000;

const start: Route = { view: 'startups', filter: noFilter };

/** As the document comes: the name of the programme. */
const siteTitle = document.title;

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
    <Explorer
      lists={lists}
      route={route}
      listed={shown.listed}
      onFilter={filterBy}
      onRetry={retry}
    />
  );
  keepingFocus(() => render(explorer, place('explorer')));
  document.title = documentTitle(shown.route, lists.startups, siteTitle);
}

/** Asks the client, which asks the service only for what is not fresh any more. */
async function refresh(): Promise<void> {
  await loadLists(client, (part) => show({ lists: { ...shown.lists, ...part }, now: new Date() }));
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
  show({ route });
  history.replaceState(history.state, '', formatRoute(route)); // some browsers refuse more than 100 in 30 s
}

function place(name: keyof typeof places): Element {
  const element = document.querySelector(`#${places[name]}`);
  if (element === null) throw new Error(`The document has no place for ${name}`);
  return element;
}

/** The documentation was part of this page once: `/#fields` leads to `/docs#fields`. */
function leadToDocumentation(): void {
  const { hash } = location;
  if (/^#[a-z-]+$/u.test(hash) && document.querySelector(hash) === null) {
    location.replace(sitePaths.docs + hash);
  }
}

leadToDocumentation();
addEventListener('hashchange', leadToDocumentation);
show({});
void begin();
followRoute((route) => show({ route }));
setInterval(() => void refresh(), A_MINUTE_MS);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void refresh();
});
