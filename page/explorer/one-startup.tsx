/** The view of the startup with a slug, or why there is none. */

import type { Lists } from '../live/lists.ts';
import type { Known } from './known.ts';
import { Failed, Loading } from './nothing.tsx';
import { StartupDetail } from './startup-detail.tsx';
import { Title } from './title.tsx';

interface Props {
  readonly slug: string;
  readonly lists: Lists;
  readonly known: Known;
  readonly onRetry: () => void;
}

export function OneStartup({ slug, lists, known, onRetry }: Props) {
  const { startups } = lists;
  if (startups.state === 'ready') {
    const startup = startups.list.records.find((one) => one.slug === slug);
    if (startup !== undefined)
      return <StartupDetail startup={startup} lists={lists} known={known} />;
  }
  return (
    <>
      <Title>Startup</Title>
      {startups.state === 'loading' && <Loading what="startups" />}
      {startups.state === 'failed' && <Failed what="startups" onRetry={onRetry} />}
      {startups.state === 'ready' && (
        <div class="nothing">
          <p>
            <strong>
              No startup in the list has the slug “<bdi>{slug}</bdi>”.
            </strong>
          </p>
          <p>A new one appears within an hour of being published.</p>
        </div>
      )}
    </>
  );
}
