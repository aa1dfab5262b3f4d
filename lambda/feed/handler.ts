/** Answers `/feed.xml` and `/feed.json`. */

import { type Clock, systemClock } from '../aws/clock.ts';
import { type Copy, type LastGood, sha256Of } from '../aws/last-good.ts';
import { directories } from '../../contract/directories.ts';
import {
  etagOf,
  FRESH_SECONDS,
  header,
  listCacheControl,
  STALE_SECONDS,
} from '../../contract/http.ts';
import { siteEnvironment } from '../../contract/names.ts';
import { sitePaths } from '../../contract/site.ts';
import { lastGoodFromEnvironment, required } from '../environment.ts';
import { type SiteHandler, siteHandler, withCopies } from '../site.ts';
import { newestEntries } from './entries.ts';
import { type Feed, toAtom, toJsonFeed } from './formats.ts';

export type FeedFace = Pick<Feed, 'origin' | 'title' | 'subtitle'>;

/** Reads its settings from the environment, and connects to nothing before the first event. */
export function feedHandler(): SiteHandler {
  return createFeedHandler(systemClock, lastGoodFromEnvironment(), {
    origin: required(siteEnvironment.origin),
    title: required(siteEnvironment.title),
    subtitle: required(siteEnvironment.subtitle),
  });
}

export function createFeedHandler(clock: Clock, lastGood: LastGood, face: FeedFace): SiteHandler {
  return siteHandler(sitePaths.feedAtom, async (path) => {
    // Of the founders nothing is read.
    const [startups, jobs] = await withCopies(clock, lastGood, async (read) =>
      Promise.all([read(directories.startups), read(directories.jobs)]),
    );
    const isWhole = startups.state === 'found' && jobs.state === 'found';
    const feed = feedOf(face, { startups, jobs }, clock.now());
    const [type, body] =
      path === sitePaths.feedJson
        ? ['application/feed+json', toJsonFeed(feed)]
        : ['application/atom+xml; charset=utf-8', toAtom(feed)];
    return {
      headers: {
        [header.contentType]: type,
        // What is missing is there again as soon as the copy is.
        [header.cacheControl]: listCacheControl(isWhole ? FRESH_SECONDS : STALE_SECONDS),
        [header.etag]: etagOf(sha256Of(Buffer.from(body))),
      },
      body,
    };
  });
}

/** Made of the same copies, it is the same text, whenever that is, until a job expires. */
function feedOf(
  face: FeedFace,
  copies: Readonly<Record<'startups' | 'jobs', Copy>>,
  now: number,
): Feed {
  const entries = newestEntries(copies, face.origin, now);
  const readAt = Object.values(copies).map((copy) =>
    copy.state === 'found' ? copy.snapshot.cachedAt : 0,
  );
  const updated = entries[0]?.createdAt ?? new Date(Math.max(...readAt)).toISOString();
  return { ...face, updated, entries };
}
