/** The frame of the explorer's page and of the documentation: the head, the bar at the top, and the footer. */

import type { ComponentChildren } from 'preact';

import type { SiteFace } from '../contract/branding.ts';
import { computedPaths, EXAMPLE_ORIGIN, type pageFiles, sitePaths } from '../contract/site.ts';
import { elementIds, Tabs } from './tabs.tsx';
import { mailboxOf } from './text.ts';

type PagePath = keyof typeof pageFiles;

export interface DocumentParts {
  readonly face: SiteFace;
  /** Sections of the documentation. The id of a section is the fragment in its address. */
  readonly sections: readonly Readonly<Record<'id' | 'title' | 'html', string>>[];
  /** File name of the logo in the assets folder. The files named below are in the same folder. */
  readonly logo: string;
  /** File name of the preview picture for shared links. */
  readonly image: string;
  /** File names of each page's script and style sheet. */
  readonly pages: Readonly<Record<PagePath, Readonly<Record<'script' | 'style', string>>>>;
}

const feeds = [
  { type: 'application/atom+xml', href: sitePaths.feedAtom },
  { type: 'application/feed+json', href: sitePaths.feedJson },
];

const machineReadable = [sitePaths.description, ...computedPaths];

interface FrameProps {
  readonly parts: DocumentParts;
  readonly title: string;
  readonly description: string;
  readonly path: PagePath;
  readonly children: ComponentChildren;
}

export function Frame({ parts, title, description, path, children }: FrameProps) {
  const { face } = parts;
  const { script, style } = parts.pages[path];
  const logo = sitePaths.assets + parts.logo;
  const docsState = path === sitePaths.docs ? 'page' : undefined;
  const about = {
    viewport: 'width=device-width, initial-scale=1',
    description,
    'color-scheme': 'light dark',
    referrer: 'no-referrer',
    'og:type': 'website',
    'og:site_name': face.programme,
    'og:title': title,
    'og:description': description,
    'og:url': EXAMPLE_ORIGIN + path,
    'og:image': `${EXAMPLE_ORIGIN}${sitePaths.assets}${parts.image}`,
    'twitter:card': 'summary_large_image',
  };
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        {Object.entries(about).map(([name, content]) => (
          <meta key={name} {...{ [name.includes(':') ? 'property' : 'name']: name, content }} />
        ))}
        <link rel="canonical" href={EXAMPLE_ORIGIN + path} />
        <link rel="icon" type="image/svg+xml" href={logo} />
        {feeds.map((feed) => (
          <link key={feed.type} rel="alternate" title="Newest startups and jobs" {...feed} />
        ))}
        <link rel="service-desc" type="application/json" href={sitePaths.description} />
        <link rel="stylesheet" href={sitePaths.assets + style} />
        <script type="module" src={sitePaths.assets + script} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="top">
          <div class="wrap">
            <a class="brand plain" href={sitePaths.page}>
              <img src={logo} alt="" width="32" height="32" />
              <span>{face.programme}</span>
            </a>
            <nav id={elementIds.tabs} class="tabs" aria-label="Lists">
              <Tabs />
            </nav>
            <a class="docs-link plain" href={sitePaths.docs} aria-current={docsState}>
              Documentation
            </a>
          </div>
        </header>
        <main id="main" class="wrap" tabIndex={-1}>
          {children}
        </main>
        <Footer {...face} />
      </body>
    </html>
  );
}

function Footer({ programme, summary, contact, terms, imprint }: SiteFace) {
  const mailbox = mailboxOf(contact);
  return (
    <footer class="wrap muted">
      <p>{summary}</p>
      <p>
        Found a mistake, or want to be removed? {mailbox !== undefined && 'Write to '}
        <a href={contact}>{mailbox ?? `Contact ${programme}`}</a>. You may use the data under{' '}
        <a href={terms.url}>{terms.name}</a>.
      </p>
      <ul class="foot">
        {imprint !== undefined && (
          <li>
            <a href={imprint}>Imprint</a>
          </li>
        )}
        {machineReadable.map((path) => (
          <li key={path}>
            <a href={path}>{path.slice(1)}</a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
