/** What both pages have around their content: the head, the bar at the top, the footer. */

import type { ComponentChildren } from 'preact';

import { sitePaths } from '../contract/site.ts';
import type { PageAssets } from './document-parts.ts';

export const SITE_NAME = 'Public Directory';

const SUMMARY = 'Startups, founders and open jobs as three JSON lists: explorer and documentation.';

/** Drawn here, so that no browser asks for `/favicon.ico`. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0c5c4c"/><path d="M8 10h16M8 16h16M8 22h9" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
)}`;

const pages = [
  [sitePaths.page, 'Directory'],
  [sitePaths.docs, 'Documentation'],
] as const;

interface FrameProps {
  readonly title: string;
  readonly path: (typeof pages)[number][0];
  readonly assets: PageAssets;
  readonly children: ComponentChildren;
}

export function Frame({ title, path, assets, children }: FrameProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={SUMMARY} />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <link rel="icon" href={ICON} />
        <link rel="service-desc" type="application/json" href={sitePaths.description} />
        <link rel="stylesheet" href={sitePaths.assets + assets.style} />
        <script type="module" src={sitePaths.assets + assets.script} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <nav class="pages" aria-label="Pages">
          <ul>
            {pages.map(([address, name]) => (
              <li key={address}>
                <a href={address} aria-current={address === path ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <footer>
          <p>
            Read-only, interface 1.0.0. <a href={sitePaths.description}>openapi.json</a>{' '}
            <a href={sitePaths.status}>status.json</a>
          </p>
        </footer>
      </body>
    </html>
  );
}
