/** The heading of a view of the explorer, and the messages that a list is stale, empty, loading or unavailable. */

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';

import { layoutOf } from '../cards/card-list.tsx';
import { isReady, type Lists, type ViewName, viewNames } from '../cards/lists.ts';
import { clockTime, humanized } from '../text.ts';
import { TITLE_ID } from './scroll-position.ts';

/** The function that loads the lists again after a failure. */
export const Retry = createContext<() => void>(() => {});

/** Returns the name of the programme. */
export function programme(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]');
  return meta?.content ?? '';
}

/**
 * The heading of a view.
 *
 * @param props.name - title in the browser's tab and history. By default, it is the text of the heading.
 */
export function Title({ children, name = children }: { children: string; name?: string }) {
  useLayoutEffect(() => {
    document.title = `${name} · ${programme()}`;
  }, [name]);
  return (
    <h1 id={TITLE_ID} tabIndex={-1} dir="auto">
      {children}
    </h1>
  );
}

export function Empty(props: { title: string; role?: 'alert'; children: ComponentChildren }) {
  const { title, role, children } = props;
  return (
    <div class="empty" role={role}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Shows grey cards while a list is loading, or a message with a retry button if the list could not be loaded. */
export function NotLoaded({ view, state }: { view: ViewName; state: 'loading' | 'failed' }) {
  const retry = useContext(Retry);
  const layout = layoutOf(view);
  return state === 'failed' ? (
    <Empty title={`The ${view} could not be loaded.`} role="alert">
      <p class="muted">Please try again in a moment.</p>
      <button type="button" class="btn main" onClick={retry}>
        Retry
      </button>
    </Empty>
  ) : (
    <div class="page loading">
      <div class="side" aria-hidden="true">
        <div class="wait" />
      </div>
      <div>
        <div class="head">
          <Title name={humanized(view)}>{`Loading ${view} …`}</Title>
        </div>
        <ul class={layout.list} aria-hidden="true">
          {Array.from({ length: 9 }, (_, index) => (
            <li key={index} class={layout.item}>
              <span class="wait" />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const ENGLISH_LIST = new Intl.ListFormat('en-GB');

/**
 * The notice about stale lists. It shows a clock time instead of an age, so that screen readers do not announce a new age every
 * minute.
 */
export function StaleNote({ lists }: { lists: Lists }) {
  const stale = viewNames.flatMap((name) => {
    const list = lists[name];
    return isReady(list) && list.source !== 'database' ? [{ ...list, name }] : [];
  });
  const [first] = stale;
  if (first === undefined) return null;
  const times = stale.flatMap(({ cachedAt }) => cachedAt?.getTime() ?? []);
  const names = ENGLISH_LIST.format(stale.map(({ name }) => name));
  return (
    <p class="notice">
      <strong>
        {first.source === 'last-good'
          ? 'The lists cannot be updated at the moment.'
          : 'The service could not be reached.'}
      </strong>{' '}
      You are seeing the last good copy of the {names}
      {times.length > 0 && `, from ${clockTime(new Date(Math.min(...times)))}`}.
    </p>
  );
}
