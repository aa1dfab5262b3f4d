/** The name, links and pictures that a stage shows in its pages, feeds and OpenAPI description. */

/** The programme that a stage presents, with its links and pictures. */
export interface SiteFace {
  readonly programme: string;
  /** One line that describes the programme. */
  readonly summary: string;
  /** Mailbox or page where people report a mistake or ask to be removed. */
  readonly contact: `mailto:${string}` | `https://${string}`;
  /** Terms of use for the data: a licence, or your own terms. */
  readonly terms: { readonly name: string; readonly url: `https://${string}` };
  /** Page that names who is responsible for the site, if the law requires one. */
  readonly imprint?: `https://${string}`;
  /** Colour of links and buttons. The pages adjust its lightness, so that any colour is readable on light and dark screens. */
  readonly accent: `#${string}`;
  /** Path to a square picture in the repository. It should have only a few kilobytes. It is also the icon of the browser tab. */
  readonly logo: `${string}.svg`;
  /** Path to the preview for shared links in the repository, 1200 by 630 pixels. The default is a neutral picture. */
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
