/** A feed in the two formats that readers know. A portal user's text is escaped in both, and markup in neither. */

import XmlBuilder from 'fast-xml-builder';

import { sitePaths } from '../../contract/site.ts';
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

const xml = new XmlBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
});

/** RFC 4287. Titles and summaries have the type `text`, which is the default. */
export function toAtom({ origin, title, subtitle, updated, entries }: Feed): string {
  const address = origin + sitePaths.feedAtom;
  return xml.build({
    '?xml': { '@version': '1.0', '@encoding': 'utf-8' },
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id: address,
      title,
      subtitle,
      updated,
      author: { name: title },
      link: [
        { '@rel': 'self', '@type': 'application/atom+xml', '@href': address },
        { '@rel': 'alternate', '@type': 'text/html', '@href': origin + sitePaths.page },
      ],
      entry: entries.map((entry) => ({
        id: entry.id,
        title: entry.title,
        published: entry.createdAt,
        updated: entry.createdAt,
        link: { '@rel': 'alternate', '@href': entry.link },
        category: { '@term': entry.kind },
        ...(entry.summary === '' ? {} : { summary: entry.summary }),
      })),
    },
  });
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
