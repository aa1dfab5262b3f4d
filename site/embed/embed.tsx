/**
 * `/embed.js`: the element `<public-directory>`, which shows a list on another website. It reads the service that it was loaded
 * from. What is inside the element is shown until the list is there.
 */

import { render } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { browserStorage, directory, type Directory } from '../../client/src/index.ts';
import { CardList, useFound } from '../cards/card-list.tsx';
import { Chips, Sidebar, SortControl } from '../cards/controls.tsx';
import { languageOf } from '../cards/language.ts';
import {
  byStartup,
  knownStartups,
  type Lists,
  loadLists,
  type Loaded,
  noListsYet,
  recordsOf,
  viewNames,
  type ViewName,
} from '../cards/lists.ts';
import { type Filter, orderedValues } from '../cards/search.ts';
import { type Shared, SharedLists, type View } from '../cards/view.ts';
import { foundersView, jobsView, startupsView } from '../cards/views.tsx';
import { safeLink } from '../text.ts';

/** The text of `styles/embed.css`. */
declare const EMBED_STYLE: string;

const A_MINUTE_MS = 60_000;
const CARDS_AT_ONCE = 60;

/** The facets of the lists, by the attribute that chooses their values. */
const FACETS: Readonly<Record<string, string>> = {
  industry: 'industry',
  status: 'status',
  programme: 'programme',
  cohort: 'cohort',
  arrangement: 'arrangement',
  type: 'type',
  location: 'location',
  level: 'level',
  'job-role': 'role', // `role` belongs to ARIA
};

const service = new URL('/v1', import.meta.url);

const style = new CSSStyleSheet(); // allowed by any Content-Security-Policy, unlike a style element
style.replaceSync(EMBED_STYLE);

/** Elements that store lists share a client, and so do those that do not. */
const clients = new Map<boolean, Directory>();

function clientFor(isStored: boolean): Directory {
  const client =
    clients.get(isStored) ?? directory(service, isStored ? { storage: browserStorage() } : {});
  clients.set(isStored, client);
  return client;
}

type Settings = ReturnType<typeof settingsOf>;

/** Reads the attributes of an element. */
function settingsOf(element: HTMLElement) {
  const textOf = (name: string): string => element.getAttribute(name) ?? '';
  const choices = Object.entries(FACETS).flatMap(([attribute, key]) => {
    const values = textOf(attribute).split('|').filter(Boolean);
    return values.length === 0 ? [] : [[key, values] as const];
  });
  const limit = Number.parseInt(textOf('limit'), 10);
  return {
    list: knownOr('list', viewNames, textOf('list'), 'startups'),
    filter: {
      words: textOf('search'),
      choices: {
        ...Object.fromEntries(choices),
        ...(element.hasAttribute('open-jobs') && { open_jobs: ['has_open_jobs'] }),
        ...(textOf('sort') !== '' && { sort: [textOf('sort')] }),
      },
    } satisfies Filter,
    limit: limit > 0 ? limit : CARDS_AT_ONCE,
    isLimited: limit > 0,
    hasControls: element.hasAttribute('controls'),
    isStored: textOf('storage') !== 'none',
    link: textOf('link'),
    language: languageOf(languageAt(element), (key) => element.getAttribute(`label-${key}`)),
  };
}

/** The language of the text around the element; English if there is none or if it is invalid. */
function languageAt(element: HTMLElement): string {
  const tag = element.closest('[lang]')?.getAttribute('lang') ?? '';
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

function knownOr<T extends string>(
  attribute: string,
  all: readonly T[],
  typed: string,
  usual: T,
): T {
  const found = all.find((each) => each === typed);
  if (found === undefined && typed !== '') warn(attribute, typed, all);
  return found ?? usual;
}

function warn(attribute: string, typed: string, all: readonly string[]): void {
  // oxlint-disable-next-line no-console -- for the person who writes the attribute
  console.warn(`<public-directory>: ${attribute}="${typed}" is unknown. Known: ${all.join(', ')}.`);
}

/** A list, and those that its cards, links and searches refer to. */
function needed(list: ViewName): readonly ViewName[] {
  return list === 'startups' ? ['startups', 'founders'] : ['startups', list];
}

interface EmbedProps {
  readonly lists: Lists;
  readonly settings: Settings;
  readonly now: Date;
}

function Embed({ lists, settings, now }: EmbedProps) {
  const { startups, founders, jobs } = lists;
  const { language, list, link } = settings;
  const known = useMemo(() => knownStartups(startups), [startups]);
  const teams = useMemo(() => byStartup(recordsOf(founders)), [founders]);
  const startupsOf = useMemo(() => startupsView(teams), [teams]);
  const foundersOf = useMemo(() => foundersView(known), [known]);
  const shared = useMemo<Shared>(
    () => ({ language, now, known, teams, linkTo: linksOf(link) }),
    [language, now, known, teams, link],
  );
  const common = { settings, now, key: list };
  return (
    <SharedLists.Provider value={shared}>
      {list === 'startups' && <EmbeddedList view={startupsOf} loaded={startups} {...common} />}
      {list === 'founders' && <EmbeddedList view={foundersOf} loaded={founders} {...common} />}
      {list === 'jobs' && <EmbeddedList view={jobsView} loaded={jobs} {...common} />}
    </SharedLists.Provider>
  );
}

/** Returns the addresses of the cards: the template, filled; or the startup's website, or the page of the stage. */
function linksOf(template: string): Shared['linkTo'] {
  return (view, record) => {
    const slug = 'slug' in record ? record.slug : undefined;
    if (template === '') {
      const page = `${service.origin}/#/${view}/${encodeURIComponent(slug ?? record.id)}`;
      return ('website_url' in record ? safeLink(record.website_url) : undefined) ?? page;
    }
    const startup_slug = 'startup_slug' in record ? record.startup_slug : slug;
    const values: Readonly<Record<string, string | undefined>> = {
      id: record.id,
      slug: slug ?? startup_slug,
      startup_slug,
    };
    const filled = template.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    );
    return safeLink(new URL(filled, document.baseURI).href);
  };
}

interface EmbeddedListProps<R> extends Omit<EmbedProps, 'lists'> {
  readonly view: View<R>;
  readonly loaded: Loaded<R>;
}

function EmbeddedList<R>({ view, loaded, settings, now }: EmbeddedListProps<R>) {
  const { filter: given, language, limit, isLimited, hasControls } = settings;
  const [own, setOwn] = useState({ given, filter: given, limit });
  const { filter, limit: shown } = own.given === given ? own : { filter: given, limit };
  const records = recordsOf(loaded);
  const { matching, found } = useFound(view, records, filter);
  if (loaded.state !== 'ready') return <slot />;
  const { source, cachedAt } = loaded.list;
  const props = {
    view,
    filter,
    onFilter: (changed: Filter) => setOwn({ given, filter: changed, limit }),
  };
  return (
    <div class="embed">
      {source !== 'database' && cachedAt !== undefined && (
        <p class="notice muted" role="status">
          {language.word('stale', { age: language.age(cachedAt, now) })}
        </p>
      )}
      {hasControls && (
        <>
          <Sidebar {...props} records={records} matching={matching} found={found.length} />
          <div class="head">
            <p role="status">{language.counted(view.name, found.length)}</p>
            <SortControl {...props} />
            <Chips {...props} />
          </div>
        </>
      )}
      {found.length === 0 ? (
        <p role="status">{language.word('no-match')}</p>
      ) : (
        <CardList
          view={view}
          found={found}
          words={filter.words}
          limit={shown}
          onMore={
            isLimited && !hasControls
              ? undefined
              : () => setOwn({ given, filter, limit: shown + CARDS_AT_ONCE })
          }
        />
      )}
    </div>
  );
}

class PublicDirectory extends HTMLElement {
  #lists = noListsYet;
  #settings: Settings | undefined;
  #stop = (): void => {};
  readonly #root = this.attachShadow({ mode: 'open' });

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [style];
    const refresh = (): void => void this.#refresh();
    const changed = new MutationObserver(() => this.#read());
    changed.observe(this, { attributes: true });
    const timer = setInterval(refresh, A_MINUTE_MS);
    document.addEventListener('visibilitychange', refresh);
    this.#stop = () => {
      changed.disconnect();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
    this.#read();
  }

  disconnectedCallback(): void {
    this.#stop();
  }

  #read(): void {
    this.#settings = settingsOf(this);
    this.#show();
    void this.#refresh();
  }

  async #refresh(): Promise<void> {
    const { list, isStored } = this.#settings ?? settingsOf(this);
    const before = this.#lists[list];
    await loadLists(clientFor(isStored), needed(list), (part) => {
      this.#lists = { ...this.#lists, ...part };
      this.#show();
    });
    const loaded = this.#lists[list];
    if (loaded.state === before.state) return;
    this.#warnOfValues();
    const { length: records } = recordsOf<unknown>(loaded);
    const event = loaded.state === 'ready' ? 'directory-load' : 'directory-error';
    this.dispatchEvent(new CustomEvent(event, { detail: { records } }));
  }

  #show(): void {
    if (this.#settings === undefined) return;
    render(<Embed lists={this.#lists} settings={this.#settings} now={new Date()} />, this.#root);
  }

  /** A value may come back, as when a new job in Berlin is published: the list shows that nothing matches. */
  #warnOfValues(): void {
    const { list, filter } = this.#settings ?? settingsOf(this);
    const { startups, founders, jobs } = this.#lists;
    if (list === 'startups') warnOf(startupsView(new Map()), startups, filter);
    if (list === 'founders') warnOf(foundersView(knownStartups(startups)), founders, filter);
    if (list === 'jobs') warnOf(jobsView, jobs, filter);
  }
}

function warnOf<R>(view: View<R>, loaded: Loaded<R>, { choices }: Filter): void {
  for (const [key, chosen] of Object.entries(choices)) {
    const facet = view.facets.find((each) => each.key === key);
    const orders = view.orders.map((each) => each.key);
    const values =
      key === 'sort' ? [...orders, 'relevance'] : facet && orderedValues(recordsOf(loaded), facet);
    for (const value of chosen) {
      if (values?.includes(value) !== true)
        warn(key, value, values ?? view.facets.map((each) => each.key));
    }
  }
}

if (customElements.get('public-directory') === undefined) {
  customElements.define('public-directory', PublicDirectory);
}
