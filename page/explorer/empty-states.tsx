/** What is shown in place of a list that has nothing to show. */

import { paths } from '../../contract/paths.ts';

interface FailedProps {
  readonly what: string;
  readonly onRetry: () => void;
}

export function Failed({ what, onRetry }: FailedProps) {
  return (
    <div class="nothing" role="alert">
      <p>
        <strong>The {what} could not be loaded.</strong> The service may be away for a moment.
      </p>
      <button type="button" class="button" onClick={onRetry}>
        Retry
      </button>
    </div>
  );
}

export function NoMatch({ what, onClear }: { what: string; onClear: () => void }) {
  return (
    <div class="nothing">
      <p>
        <strong>No {what} match your search.</strong>
      </p>
      <button type="button" class="button" onClick={onClear}>
        Clear the search
      </button>
    </div>
  );
}

export function NoJobs() {
  return (
    <div class="nothing">
      <p>
        <strong>No job is published at present.</strong>
      </p>
      <p>
        The address is live; once jobs are published, <a href={paths.jobs}>{paths.jobs}</a> lists
        them with no change in shape, and they appear here.
      </p>
    </div>
  );
}

export function NoRecords({ what }: { what: string }) {
  return (
    <div class="nothing">
      <p>
        <strong>The list of {what} is empty at present.</strong>
      </p>
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
