/** What is shown in place of a list that has nothing to show. */

import type { ComponentChildren } from 'preact';

interface EmptyProps {
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="nothing">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </div>
  );
}

export function NoJobs() {
  return (
    <Empty title="No job is published at present.">
      <p>As soon as one is, it appears here.</p>
    </Empty>
  );
}

export function Failed({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div class="nothing" role="alert">
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
export function Loading({ what }: { what: string }) {
  return (
    <div>
      <p class="unseen" role="status">
        Loading the {what}
      </p>
      <ul class="records loading" aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <li key={index} />
        ))}
      </ul>
    </div>
  );
}
