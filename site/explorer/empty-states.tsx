/** The heading of what the explorer shows, and what is shown in place of a list that has nothing to show. */

import type { ComponentChildren } from 'preact';

import { TITLE_ID } from './place.ts';

export function Title({ children }: { children: string }) {
  return (
    <h3 id={TITLE_ID} tabIndex={-1} dir="auto">
      {children}
    </h3>
  );
}

interface EmptyProps {
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="nothing card">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  );
}

interface NotLoadedProps {
  readonly what: string;
  readonly state: 'loading' | 'failed';
  readonly onRetry: () => void;
}

export function NotLoaded({ what, state, onRetry }: NotLoadedProps) {
  return state === 'loading' ? <Loading what={what} /> : <Failed what={what} onRetry={onRetry} />;
}

export function Failed({ what, onRetry }: Omit<NotLoadedProps, 'state'>) {
  return (
    <div class="nothing card" role="alert">
      <p>
        <strong>The {what} could not be loaded.</strong> The service may be unavailable for a
        moment.
      </p>
      <button type="button" class="button" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

/** As high as the first cards will be. */
function Loading({ what }: { what: string }) {
  return (
    <div>
      <p class="unseen" role="status">
        Loading the {what}
      </p>
      <ul class="records loading" aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <li key={index} class="card" />
        ))}
      </ul>
    </div>
  );
}
