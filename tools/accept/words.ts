/** What a refresh found out, in sentences for an operator. */

import type { Refreshed } from '../../contract/refresh.ts';

type Failure = NonNullable<Refreshed['failure']>;

export function copyWords({ copy }: Refreshed): string {
  return copy === undefined
    ? 'There is no last-good copy, or it cannot be read (docs/runbook.md, "Copies are not kept").'
    : `Published: ${recordsWords(copy.records)}, read at ${copy.cachedAt}.`;
}

export function recordsWords(records: number): string {
  return records === 1 ? '1 record' : `${records} records`;
}

/** Why accepting does not help, and what does. The sections are those of docs/runbook.md. */
export function noHelpWords({ kind, name, reason }: Failure): string {
  const because = `Accepting does not help: ${name}: ${reason}.`;
  if (kind === 'outage') {
    return `${because} The database is away; the last-good copy is served until it is back. See docs/runbook.md, "Visitors get old data".`;
  }
  return name === 'SnapshotRefused'
    ? `${because} It is not a drop that is refused: mend the records in the portal, or the view. See docs/runbook.md, "A list is refused".`
    : `${because} Something is wrong between the function and the database. See docs/runbook.md, "Something is wrong with the database".`;
}

/** A fresh answer that the edge took before the drop lives on as after any edit. */
export const WHEN_SEEN =
  'Clients see it within a minute where they get the old copy now (such an answer lives 60 s at the edge), and within the hour where the edge still has a fresh answer; no invalidation is needed.';
