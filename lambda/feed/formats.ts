/** A feed in the two formats that readers know. A portal user's text is escaped in both, and markup in neither. */

import { sitePaths } from '../../contract/site-paths.ts';
import type { Entry } from './entries.ts';

export interface Feed {
  /** Where clients ask, without a path. */
  readonly origin: string;
  readonly title: string;
  readonly subtitle: string;
  /** RFC 3339, in UTC. */
  readonly updated: string;
  readonly entries: readonly Entry[];
}

/** RFC 4287. Titles and summaries have the type `text`, which is the default. */
export function toAtom({ origin, title, subtitle, updated, entries }: Feed): string {
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

/** The text in an element or in quotes (XML 1.0, section 2.4). A carriage return would be read as a line feed. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"\r]/gu, (character) => `&#${character.charCodeAt(0)};`);
}

/** https://www.jsonfeed.org/version/1.1/, which requires a content of every item. */
export function toJsonFeed({ origin, title, subtitle, entries }: Feed): string {
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
