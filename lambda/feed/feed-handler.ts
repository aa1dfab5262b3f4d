/** Answers `/feed.xml` and `/feed.json`. A portal user's text is escaped in both formats. */

import type { Clock } from '../aws/clock.ts';
import { type Copies, type List, sha256Of } from '../aws/copies.ts';
import { directories } from '../../contract/directories.ts';
import { etagOf, FRESH_SECONDS, listCacheControl } from '../../contract/http.ts';
import { sitePaths } from '../../contract/site.ts';
import { refreshLimits } from '../../contract/limits.ts';
import { type SiteHandler, siteHandler } from '../site-handler.ts';
import { type Entry, newestEntries } from './entries.ts';

interface Feed {
  /** Public address of the service, without a path. */
  readonly origin: string;
  readonly title: string;
  readonly subtitle: string;
  /** RFC 3339, in UTC. */
  readonly updated: string;
  readonly entries: readonly Entry[];
}

type FeedFace = Pick<Feed, 'origin' | 'title' | 'subtitle'>;

export function createFeedHandler(clock: Clock, copies: Copies, face: FeedFace): SiteHandler {
  return siteHandler(sitePaths.feedAtom, async (path) => {
    // The feed omits founders. A feed reader can wait, so the store gets the timeout of a refresh.
    const [startups, jobs] = await Promise.all([
      copies.read(directories.startups, refreshLimits.storeMs),
      copies.read(directories.jobs, refreshLimits.storeMs),
    ]);
    copies.closeConnections();
    // An empty feed would replace the good one in a cache.
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

/** Returns the feed. The same lists always produce the same text, until a job expires. */
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

/** RFC 4287. Titles and summaries have the type `text`, which is the default. */
function toAtom({ origin, title, subtitle, updated, entries }: Feed): string {
  const address = escaped(origin + sitePaths.feedAtom);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${address}</id>
<title>${escaped(title)}</title>
<subtitle>${escaped(subtitle)}</subtitle>
<updated>${updated}</updated>
<author><name>${escaped(title)}</name></author>
<link rel="self" type="application/atom+xml" href="${address}"/>
<link rel="alternate" type="text/html" href="${escaped(origin + sitePaths.page)}"/>
${entries.map(toAtomEntry).join('')}</feed>
`;
}

function toAtomEntry({ id, title, createdAt, link, kind, summary }: Entry): string {
  return `<entry>
<id>${escaped(id)}</id>
<title>${escaped(title)}</title>
<published>${createdAt}</published>
<updated>${createdAt}</updated>
<link rel="alternate" href="${escaped(link)}"/>
<category term="${kind}"/>
${summary === '' ? '' : `<summary>${escaped(summary)}</summary>\n`}</entry>
`;
}

/** Escapes text for elements and attributes (XML 1.0, section 2.4). A parser would turn a carriage return into a line feed. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"\r]/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/** Follows https://www.jsonfeed.org/version/1.1/, which requires content in every item. */
function toJsonFeed({ origin, title, subtitle, entries }: Feed): string {
  const page = origin + sitePaths.page;
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: subtitle,
    home_page_url: page,
    feed_url: origin + sitePaths.feedJson,
    authors: [{ name: title, url: page }],
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.link,
      title: entry.title,
      content_text: entry.summary === '' ? entry.title : entry.summary,
      date_published: entry.createdAt,
      tags: [entry.kind],
    })),
  });
}
