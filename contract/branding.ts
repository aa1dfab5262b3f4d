/** The name, links and pictures that a stage shows on its pages, in its feeds and in its OpenAPI description. */

/** The programme that a stage presents, with its links and pictures. */
export interface SiteFace {
  readonly programme: string;
  /** One line that describes the programme. */
  readonly summary: string;
  /** Mailbox or page where people report a mistake or ask to be removed. */
  readonly contact: `mailto:${string}` | `https://${string}`;
  /** Terms of use for the data: a licence, or your own terms. */
  readonly terms: { readonly name: string; readonly url: `https://${string}` };
  /** Page that names who is responsible for the site. Set it if the law requires such a page. */
  readonly imprint?: `https://${string}`;
  /** Colour of links and buttons. The pages adjust its lightness, so any colour is readable on light and dark screens. */
  readonly accent: `#${string}`;
  /**
   * Path in the repository to a square picture, which is also the icon of the browser tab. Use a file of only a few kilobytes.
   */
  readonly logo: `${string}.svg`;
  /** Path in the repository to the picture for link previews, 1200 by 630 pixels. The default is a neutral picture. */
  readonly image?: `${string}.png`;
}

/** An invented programme, which appears on staging, with `npm start` and in `docs/openapi.json`. */
export const inventedFace: SiteFace = {
  programme: 'Example Incubator',
  summary: 'An invented programme: none of these startups, founders or jobs exist.',
  contact: 'mailto:directory@example.org',
  terms: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  imprint: 'https://example.org/imprint',
  accent: '#0b5d4d',
  logo: 'site/logo.svg',
};
