/** The page as it is sent: everything that reads without JavaScript, and the places that the script fills. */

import { renderToString } from 'preact-render-to-string';

import { allPaths } from '../contract/paths.ts';
import { EXAMPLE_ORIGIN, sitePaths } from '../contract/site.ts';
import { type DocumentParts, places } from './document-parts.ts';
import { Promises, UseIt } from './documentation/guide.tsx';
import { Errors, Fields, Headers } from './documentation/reference.tsx';

export function documentHtml(parts: DocumentParts): string {
  return `<!doctype html>\n${renderToString(<Document {...parts} />)}\n`;
}

const SUMMARY = 'Startups, founders and open jobs as three JSON lists: documentation and explorer.';

/** Drawn here, so that no browser asks for `/favicon.ico`. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0c5c4c"/><path d="M8 10h16M8 16h16M8 22h9" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
)}`;

const sections = [
  ['fresh', 'Freshness'],
  ['explore', 'Explore'],
  ['use', 'Use it'],
  ['fields', 'Fields'],
  ['headers', 'Headers'],
  ['errors', 'Errors'],
  ['promises', 'Promises'],
] as const;

function Document({ records, script, style }: DocumentParts) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Public Directory</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={SUMMARY} />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <link rel="icon" href={ICON} />
        <link rel="service-desc" type="application/json" href={sitePaths.description} />
        <link rel="stylesheet" href={sitePaths.assets + style} />
        <script type="module" src={sitePaths.assets + script} />
      </head>
      <body id="top">
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <SectionNav />
        <main id="main" tabIndex={-1}>
          <Opening />
          <Live />
          <UseIt />
          <Fields records={records} />
          <Headers />
          <Errors />
          <Promises />
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

/** Stays at the top. */
function SectionNav() {
  return (
    <nav class="sections" aria-label="Sections">
      <a class="home" href="#top">
        Public Directory
      </a>
      <ul>
        {sections.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What this is, in one sentence, and where. */
function Opening() {
  return (
    <header class="opening">
      <div>
        <h1>Public Directory</h1>
        <p>
          The startups, founders and open jobs of one programme, as three whole JSON lists: no keys,
          any origin, and an answer even when the database is away.
        </p>
      </div>
      <ul class="addresses" aria-label="Addresses">
        {allPaths.map((path) => (
          <li key={path}>
            <span class="method">GET</span>{' '}
            <a href={path}>
              <span class="origin">{EXAMPLE_ORIGIN}</span>
              <wbr />
              {path}
            </a>
          </li>
        ))}
      </ul>
    </header>
  );
}

/** What the script fills. Without it the lists themselves are a link away. */
function Live() {
  return (
    <>
      <section id="fresh" aria-labelledby="fresh-title">
        <h2 id="fresh-title">How fresh is it now</h2>
        <noscript>
          <p>
            The headers of each list say it, and <a href={sitePaths.status}>status.json</a>.
          </p>
        </noscript>
        <div id={places.freshness} class="needs-script" />
        <div id={places.note} role="status" />
      </section>
      <section id="explore" aria-labelledby="explore-title">
        <h2 id="explore-title">Explore</h2>
        <noscript>
          <p>Here the lists can be searched, with JavaScript. The lists themselves need none.</p>
        </noscript>
        <div id={places.explorer} class="needs-script" />
      </section>
    </>
  );
}
