/** The programme that a stage's pages and description present. */

/** What the pages and the description of a stage say of the programme that it is for. */
export interface SiteFace {
  /** Name of the programme. */
  readonly programme: string;
  /** One line that says what the programme is. */
  readonly summary: string;
  /** Whom to ask, about a mistake or to be left out: a mailbox or a page. */
  readonly contact: `mailto:${string}` | `https://${string}`;
  /** On what terms the data may be used: those of a licence, or your own. */
  readonly terms: { readonly name: string; readonly url: `https://${string}` };
  /** Who is responsible for the pages, where the law wants that to be said. */
  readonly imprint?: `https://${string}`;
  /** The colour of links and buttons. Its lightness is adjusted, so that any colour can be read on a light and a dark screen. */
  readonly accent: `#${string}`;
  /** A file, square and of a few kilobytes, from the folder of the repository. It is the icon of the browser's tab, too. */
  readonly logo: `${string}.svg`;
  /** What a shared link shows: a file of 1200 by 630 pixels from the folder of the repository; without it a neutral one. */
  readonly image?: `${string}.png`;
}

/** An invented programme, which staging, `npm start` and the committed description show. */
export const inventedFace: SiteFace = {
  programme: 'Example Incubator',
  summary: 'An invented programme: none of these startups, founders and jobs exists.',
  contact: 'mailto:directory@example.org',
  terms: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  imprint: 'https://example.org/imprint',
  accent: '#0b5d4d',
  logo: 'site/logo.svg',
};
