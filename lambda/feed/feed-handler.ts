/** Answers `/feed.xml` and `/feed.json`. */

import type { Clock } from '../aws/clock.ts';
import { type Copies, type List, sha256Of } from '../aws/copies.ts';
import { directories } from '../../contract/directories.ts';
import { etagOf, FRESH_SECONDS, listCacheControl } from '../../contract/http.ts';
import { sitePaths } from '../../contract/site-paths.ts';
import { refreshLimits } from '../../contract/limits.ts';
import { type SiteHandler, siteHandler } from '../site-handler.ts';
import { newestEntries } from './entries.ts';
import { type Feed, toAtom, toJsonFeed } from './formats.ts';

type FeedFace = Pick<Feed, 'origin' | 'title' | 'subtitle'>;

export function createFeedHandler(clock: Clock, copies: Copies, face: FeedFace): SiteHandler {
  return siteHandler(sitePaths.feedAtom, async (path) => {
    // Of the founders nothing is read. Feed readers wait for no page, so the store has the time of a refresh.
    const [startups, jobs] = await Promise.all([
      copies.read(directories.startups, refreshLimits.storeMs),
      copies.read(directories.jobs, refreshLimits.storeMs),
    ]);
    copies.closeConnections();
    // An empty feed would replace the good one that a cache has.
    if (startups.state !== 'found' || jobs.state !== 'found') return undefined;
    const feed = feedOf(face, { startups: startups.list, jobs: jobs.list }, clock.now());
    const [type, body] =
      path === sitePaths.feedJson
        ? ['application/feed+json', toJsonFeed(feed)]
        : ['application/atom+xml; charset=utf-8', toAtom(feed)];
    return {
      headers: {
        'Content-Type': type,
        'Cache-Control': listCacheControl(FRESH_SECONDS),
        ETag: etagOf(sha256Of(Buffer.from(body))),
      },
      body,
    };
  });
}

/** Made of the same lists, it is the same text, whenever that is, until a job expires. */
function feedOf(
  face: FeedFace,
  lists: Readonly<Record<'startups' | 'jobs', List>>,
  now: number,
): Feed {
  const entries = newestEntries(lists, face.origin, now);
  const newest = entries.find(({ createdAt }) => Date.parse(createdAt) <= now);
  const readAt = Math.max(lists.startups.cachedAt, lists.jobs.cachedAt);
  return { ...face, updated: newest?.createdAt ?? new Date(readAt).toISOString(), entries };
}
