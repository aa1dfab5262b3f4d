/** The way from a founder or job to its startup. */

import { type Known, startupOf } from './known.ts';
import { startupRoute } from './route.ts';

interface Props {
  readonly startupId: string;
  readonly name: string | null;
  readonly known: Known;
}

/**
 * The lists are read at different moments, so a founder can be there before its startup: then its name stands without a link,
 * and no link is broken.
 */
export function ToStartup({ startupId, name, known }: Props) {
  const startup = startupOf(known, startupId);
  const shown = startup?.name ?? name ?? 'A startup';
  if (startup !== undefined) {
    return (
      <a href={startupRoute(startup.slug)} dir="auto">
        {shown}
      </a>
    );
  }
  return (
    <>
      <bdi>{shown}</bdi>
      {known !== undefined && <span class="not-yet"> (not in the list yet)</span>}
    </>
  );
}
