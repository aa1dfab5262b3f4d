/** The heading of a list, the notice while it is stale, and the message while it is empty, loading or unavailable. */

import type { ComponentChildren } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';

import type { List } from '../../client/src/index.ts';
import { type Lists, type ViewName, viewNames } from '../cards/lists.ts';
import { SharedLists } from '../cards/view.ts';
import { clockTime, humanized } from '../text.ts';
import { TITLE_ID } from './scroll-position.ts';

/** The name of the programme. */
export function programme(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]');
  return meta?.content ?? '';
}

interface TitleProps {
  readonly children: string;
  /** The name in the browser's tab and history, if it is not the heading itself. */
  readonly name?: string;
}

export function Title({ children, name = children }: TitleProps) {
  useLayoutEffect(() => {
    document.title = `${name} · ${programme()}`;
  }, [name]);
  return (
    <h1 id={TITLE_ID} tabIndex={-1} dir="auto">
      {children}
    </h1>
  );
}

interface EmptyProps {
  readonly title: ComponentChildren;
  readonly role?: 'alert';
  readonly children?: ComponentChildren;
}

export function Empty({ title, children, ...rest }: EmptyProps) {
  return (
    <div class="empty" {...rest}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Grey cards while a list is loading, or a retry button. */
export function NotLoaded({ view, state }: { view: ViewName; state: 'loading' | 'failed' }) {
  const { onRetry } = useContext(SharedLists);
  return state === 'failed' ? (
    <Empty title={`The ${view} could not be loaded.`} role="alert">
      <p class="muted">Please try again in a moment.</p>
      <button type="button" class="btn main" onClick={onRetry}>
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
        <ul class={view === 'jobs' ? 'rows' : 'grid'} aria-hidden="true">
          {Array.from({ length: 9 }, (_, index) => (
            <li key={index} class={view === 'jobs' ? 'row' : 'card'}>
              <span class="wait" />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const ENGLISH_LIST = new Intl.ListFormat('en-GB');

const notes = [
  { source: 'last-good', reason: 'The database is unavailable.', seen: 'the last good copy of' },
  {
    source: 'kept',
    reason: 'The service could not be reached.',
    seen: 'this page’s saved copy of',
  },
];

export function StaleNote({ lists }: { lists: Lists }) {
  return (
    <>
      {notes.map(({ source, reason, seen }) => {
        const stale = viewNames.filter((name) => readyList(lists, name)?.source === source);
        if (stale.length === 0) return null;
        const times = stale.flatMap((name) => readyList(lists, name)?.cachedAt?.getTime() ?? []);
        // A clock time, not an age: what a screen reader announces must not change each minute.
        const from = times.length > 0 && `, from ${clockTime(new Date(Math.min(...times)))}`;
        return (
          <p key={source} class="notice">
            <strong>{reason}</strong> You are seeing {seen} {ENGLISH_LIST.format(stale)}
            {from}.
          </p>
        );
      })}
    </>
  );
}

function readyList(lists: Lists, name: ViewName): List<unknown> | undefined {
  const loaded = lists[name];
  return loaded.state === 'ready' ? loaded.list : undefined;
}
