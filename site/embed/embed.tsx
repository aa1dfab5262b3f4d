/**
 * `/embed.js` defines the element `<public-directory>`, which shows a list on another website. The list comes from the service
 * that the script was loaded from. Until the list has loaded, or if it cannot be loaded, visitors see the content that the
 * author of the website put inside the element.
 */

import { render } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';

import { browserStorage, directory, type List } from '../../client/src/index.ts';
import { CardList, ListView, useFound } from '../cards/card-list.tsx';
import { Chips, RELEVANCE, Sidebar, SortControl } from '../cards/controls.tsx';
import { filled, languageOf } from '../cards/language.ts';
import {
  type AnyRecord,
  isReady,
  keyOf,
  type Loaded,
  loadLists,
  noListsYet,
  recordsOf,
  type ViewName,
  viewNames,
} from '../cards/lists.ts';
import { type Shared, SharedData } from '../cards/parts.tsx';
import { type Filter, orderedValues, type View } from '../cards/search.ts';
import { safeLink } from '../text.ts';

/** The text of `styles/embed.css`. */
declare const EMBED_STYLE: string;

const A_MINUTE_MS = 60_000;
const CARDS_AT_ONCE = 60;

/** Attributes that have the same name as their key in `Choices`. They choose values of facets, or the sort order. */
const CHOICES = 'industry programme cohort arrangement type location level sort'.split(' ');

/** All values of `status`. Any other value is ignored, because no startup has it. */
const STATUSES: ReadonlySet<string> = new Set(['active', 'alumni']);

const service = new URL('/v1', import.meta.url);

const style = new CSSStyleSheet(); // allowed by any Content-Security-Policy, unlike a style element
style.replaceSync(EMBED_STYLE);

/** All elements on a page share two clients. One stores the lists in the browser, and the other does not. */
const storing = directory(service, { storage: browserStorage() });
const forgetting = directory(service);

type Settings = ReturnType<typeof settingsOf>;

/** Parses the attributes of an element. */
function settingsOf(element: HTMLElement) {
  const textOf = (name: string): string => element.getAttribute(name) ?? '';
  const valuesOf = (name: string) => textOf(name).split('|').filter(Boolean);
  const choices = {
    ...Object.fromEntries(CHOICES.map((key) => [key, valuesOf(key)])),
    status: valuesOf('status').filter((value) => STATUSES.has(value)),
    role: valuesOf('job-role'), // because `role` is an ARIA attribute
    open_jobs: element.hasAttribute('open-jobs') ? ['has_open_jobs'] : [],
  };
  const chosen = Object.entries(choices).filter(([, values]) => values.length > 0);
  const limit = Number.parseInt(textOf('limit'), 10);
  const hasControls = element.hasAttribute('controls');
  return {
    /** Values of attributes as the author of the website typed them. */
    typed: { list: textOf('list'), status: valuesOf('status') },
    list: viewNames.find((name) => name === textOf('list')) ?? 'startups',
    filter: { words: textOf('search'), choices: Object.fromEntries(chosen) },
    limit: limit > 0 ? limit : CARDS_AT_ONCE,
    hasControls,
    hasMore: hasControls || !(limit > 0),
    isStored: textOf('storage') !== 'none',
    linkTo: linksOf(textOf('link')),
    language: languageOf(languageAt(element), (key) => element.getAttribute(`label-${key}`)),
  };
}

/** Returns the language of the text around the element, or English if `lang` is missing or invalid. */
function languageAt(element: HTMLElement): string {
  const tag = element.closest('[lang]')?.getAttribute('lang') ?? '';
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/**
 * Returns the lists that must be loaded to show one list. The cards, links and search of a list also use records from other
 * lists.
 */
function needed(list: ViewName): readonly ViewName[] {
  return list === 'startups' ? ['startups', 'founders'] : ['startups', list];
}

/**
 * Returns a function that creates the address that a card links to. If there is a template, the function fills in the record's
 * values. Without a template, the card of a startup links to the startup's website. All other cards, and the cards of startups
 * without a website, link to the record's page on the service's site.
 */
function linksOf(template: string): Shared['linkTo'] {
  return (view, record) => {
    if (template === '') {
      const website = 'website_url' in record ? safeLink(record.website_url) : undefined;
      return website ?? `${service.origin}/#/${view}/${encodeURIComponent(keyOf(record))}`;
    }
    const own = 'slug' in record ? record.slug : '';
    const slug = encodeURIComponent('startup_slug' in record ? record.startup_slug : own);
    const id = encodeURIComponent(record.id);
    const address = filled(template, { id, slug, startup_slug: slug });
    return safeLink(new URL(address, document.baseURI).href);
  };
}

interface EmbeddedListProps<R> {
  readonly view: View<R>;
  readonly list: List<R>;
  readonly settings: Settings;
}

function EmbeddedList<R extends AnyRecord>({ view, list, settings }: EmbeddedListProps<R>) {
  const { language, hasControls, hasMore } = settings;
  const { now, lists } = useContext(SharedData);
  // Facets can take their values from other lists, so unknown values are reported only when none of these lists is still loading.
  const isComplete = needed(settings.list).every((each) => lists[each] !== 'loading');
  const [filter, setFilter] = useState<Filter>(settings.filter);
  const [limit, setLimit] = useState(settings.limit);
  const { records, source, cachedAt } = list;
  const { matching, found } = useFound(view, records, filter);
  useEffect(() => {
    if (isComplete) warnOfUnknown(view, records, settings);
  }, [isComplete, view, records, settings]);
  const onFilter = (changed: Filter): void => {
    setFilter(changed);
    setLimit(settings.limit);
  };
  const controls = { view, filter, onFilter };
  const onMore = hasMore ? () => setLimit(limit + CARDS_AT_ONCE) : undefined;
  return (
    <div class="embed">
      {source !== 'database' && cachedAt !== undefined && (
        <p class="notice muted" role="status">
          {language.word('stale', { age: language.age(cachedAt, now) })}
        </p>
      )}
      {hasControls && (
        <>
          <Sidebar {...controls} records={records} matching={matching} found={found.length} />
          <div class="head">
            <p role="status">{language.counted(view.name, found.length)}</p>
            <SortControl {...controls} />
            <Chips {...controls} />
          </div>
        </>
      )}
      {found.length === 0 ? (
        <p role="status">{language.word('no-match')}</p>
      ) : (
        <CardList {...controls} {...{ found, limit, onMore }} />
      )}
    </div>
  );
}

/**
 * Warns the author of the website about unknown values. An unknown `list`, `sort` or `status` is ignored, and so is an attribute
 * for a different list. Any other unknown value matches no record, but stays in the filter, because a record may have it later,
 * for example when the next job in Berlin is published.
 */
function warnOfUnknown<R>(view: View<R>, records: readonly R[], settings: Settings): void {
  const { typed, list, filter, language } = settings;
  if (typed.list !== '' && typed.list !== list) warn('list', typed.list, viewNames);
  for (const [key, chosen] of Object.entries({ ...filter.choices, status: typed.status })) {
    const facet = view.facets.find((each) => each.key === key);
    const orders = [RELEVANCE, ...view.orders.map((each) => each.key)];
    // These values are known even if no record has them now.
    const fixed = { status: [...STATUSES], open_jobs: chosen }[key];
    const values = facet && (fixed ?? orderedValues(records, facet, language));
    const all = key === 'sort' ? orders : values;
    const known = all ?? view.facets.map((each) => `${attributeOf(each.key)}="…"`);
    for (const value of chosen) if (all?.includes(value) !== true) warn(key, value, known);
  }
}

const attributeOf = (key: string) => (key === 'role' ? 'job-role' : key.replace('_', '-'));

function warn(key: string, typed: string, known: readonly string[]): void {
  // oxlint-disable-next-line no-console -- for the author of the website
  console.warn(
    `<public-directory>: ${attributeOf(key)}="${typed}" is unknown. Use one of these: ${known.join(', ')}.`,
  );
}

class PublicDirectory extends HTMLElement {
  #stop = (): void => {};
  readonly #root = this.attachShadow({ mode: 'open' });

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [style];
    this.#stop = follow(this, this.#root);
  }

  disconnectedCallback(): void {
    this.#stop();
  }
}

/**
 * Renders the list of an element, and updates it if an attribute changes or the service has a new list. Returns a function that
 * stops the updates.
 */
function follow(element: HTMLElement, root: ShadowRoot): () => void {
  let lists = noListsYet;
  let settings = settingsOf(element);
  const show = (): void => {
    const { list: name, language, linkTo } = settings;
    // The settings object is the key of the component. When an attribute changes, there is a new settings object. Preact then
    // creates the component again, and the filter that the visitor chose is discarded.
    const shown = <R extends AnyRecord>(view: View<R>, list: Loaded<R>) =>
      isReady(list) ? <EmbeddedList key={settings} {...{ view, list, settings }} /> : <slot />;
    const shared = { language, now: new Date(), lists, linkTo };
    render(<ListView name={name} {...shared} show={shown} />, root);
  };
  const load = async (): Promise<void> => {
    const { list, isStored } = settings;
    const before = lists[list];
    await loadLists(isStored ? storing : forgetting, needed(list), (part) => {
      lists = { ...lists, ...part };
      show();
    });
    const after = lists[list];
    if (after === before) return;
    const event = isReady(after) ? 'directory-load' : 'directory-error';
    const detail = { records: recordsOf<unknown>(after).length };
    element.dispatchEvent(new CustomEvent(event, { detail }));
  };
  const refresh = (): void => void load();
  const start = (): void => {
    settings = settingsOf(element);
    show();
    refresh();
  };
  const attributes = new MutationObserver(start);
  attributes.observe(element, { attributes: true });
  const timer = setInterval(refresh, A_MINUTE_MS);
  document.addEventListener('visibilitychange', refresh);
  start();
  return () => {
    attributes.disconnect();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', refresh);
  };
}

if (customElements.get('public-directory') === undefined) {
  customElements.define('public-directory', PublicDirectory);
}
