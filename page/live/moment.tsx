/** A moment as its age. */

import { relativeAge } from '../text/relative-age.ts';

export function Moment({ at, now }: { at: Date; now: Date }) {
  const iso = at.toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {relativeAge(at, now)}
    </time>
  );
}
