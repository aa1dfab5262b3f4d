/** Serves `/feed.xml` and `/feed.json` with the newest startups and jobs. Text that portal users have typed is escaped. */

import type { Clock } from '../aws/clock.ts';
import { type Copies, type List, sha256Of } from '../aws/copies.ts';
import { directories } from '../../contract/directories.ts';
import { etagOf, FRESH_SECONDS, listCacheControl } from '../../contract/http.ts';
import { sitePaths } from '../../contract/site.ts';
import { refreshLimits } from '../../contract/limits.ts';
import type { Job, Startup } from '../../contract/records.ts';
import { siteHandler } from '../site-handler.ts';

/** `origin` is the public address of the service, without a path. */
type FeedFace = Readonly<Record<'origin' | 'title' | 'subtitle', string>>;

type Lists = Readonly<Record<'startups' | 'jobs', List>>;

export function createFeedHandler(clock: Clock, copies: Copies, face: FeedFace) {
  return siteHandler(sitePaths.feedAtom, async (path) => {
    // The feed omits founders. Feed readers can wait, so the reads from the store use the timeout of a refresh.
    const [startups, jobs] = await Promise.all([
      copies.read(directories.startups, refreshLimits.storeMs),
      copies.read(directories.jobs, refreshLimits.storeMs),
    ]);
    copies.closeConnections();
    // If a list is missing, the answer is a 503, because an incomplete feed would replace the good feed in a cache.
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

/**
 * Returns the feed. `updated` is the newest date of its entries that is not in the future. If no entry has such a date,
 * `updated` is the time of the last read. That time is not used otherwise, so the feed does not change if unchanged records are
 * read again.
 */
function feedOf(face: FeedFace, lists: Lists, now: number) {
  const entries = newestEntries(lists, face.origin, now);
  const newest = entries.find(({ createdAt }) => Date.parse(createdAt) <= now);
  const readAt = Math.max(lists.startups.cachedAt, lists.jobs.cachedAt);
  return { ...face, updated: newest?.createdAt ?? new Date(readAt).toISOString(), entries };
}

type Feed = ReturnType<typeof feedOf>;

// Entries

const NEWEST = 50;

/**
 * Length at which a title or a summary is cut off. A blurb is meant to be one line, but a portal user may paste a whole
 * business plan.
 */
const LONGEST_TEXT = 1000;

/**
 * Returns the newest entries, newest first. Startups without a registration date are left out, as are jobs that have expired
 * since the list was read.
 *
 * @param origin - public address of the service, without a path.
 * @param now - in milliseconds since the Unix epoch.
 */
function newestEntries(lists: Lists, origin: string, now: number): readonly Entry[] {
  // The assertion is safe: the records were checked before the copy was written, and its hash shows that it is unchanged.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [startups, jobs] = [lists.startups, lists.jobs].map(({ body }): unknown =>
    JSON.parse(body.toString()),
  ) as [readonly Startup[], readonly Job[]];
  const pages = new Map(startups.map(({ id, slug }) => [id, `${origin}/#/startups/${slug}`]));
  const pageOf = (startupId: string): string => pages.get(startupId) ?? `${origin}/#/jobs`;
  return [
    ...startups.flatMap((startup) => startupEntry(startup, pageOf(startup.id))),
    ...jobs
      .filter(({ expires_at: end }) => end === null || Date.parse(end) > now)
      .map((job) => jobEntry(job, pageOf(job.startup_id))),
  ]
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
    .slice(0, NEWEST);
}

function startupEntry(startup: Startup, link: string): Entry[] {
  const { name, blurb, created_at: createdAt } = startup;
  if (createdAt === null) return [];
  const [id, title] = [idOf(startup.id), plainText(name)];
  const summary = plainText(blurb ?? startup.industry.join(', '));
  return [{ id, kind: 'startup', title, summary, link, createdAt }];
}

/** Returns the entry for a job. Its title and summary are plain text, and its time is in UTC (RFC 3339). */
function jobEntry(job: Job, page: string) {
  const at = job.startup_name === null ? '' : ` at ${job.startup_name}`;
  const kinds = [job.job_type, job.experience_level, job.work_arrangement]; // such as `full_time`
  const facts = [...kinds.map((kind) => kind?.replaceAll('_', ' ') ?? ''), ...job.location_cities];
  return {
    id: idOf(job.id),
    kind: 'job',
    title: plainText(job.title + at),
    summary: plainText(facts.filter((fact) => fact !== '').join(', ')),
    link: /^https?:/u.test(job.external_url ?? '') ? (job.external_url ?? page) : page,
    createdAt: job.created_at,
  };
}

type Entry = ReturnType<typeof jobEntry>;

/** Returns an id that never changes while the record exists (RFC 4287, section 4.2.6). */
function idOf(uuid: string): string {
  return `urn:uuid:${uuid.toLowerCase()}`;
}

/**
 * Characters that XML 1.0 forbids (section 2.2): halves of a surrogate pair, U+FFFE, U+FFFF, and the control characters below
 * U+0020 except tab, line feed and carriage return.
 */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * Shortens a string, and removes characters that XML forbids, such as half of a surrogate pair that the shortening has split.
 */
function plainText(text: string): string {
  const short = text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
  return short.replace(NOT_IN_XML, '');
}

// Formats

/** Returns the feed as Atom (RFC 4287). Titles and summaries have the type `text`, which is the default. */
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

/**
 * Escapes text for elements and attributes (XML 1.0, section 2.4). Carriage returns are escaped because a parser would turn
 * them into line feeds.
 */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"\r]/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Returns the feed as JSON Feed (https://www.jsonfeed.org/version/1.1/). The format requires content in every item, so the
 * content of an item without a summary is its title.
 */
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
