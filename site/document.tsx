/** The HTML of both pages: the directory, which a script fills, and the documentation. */

import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

import { allPaths } from '../contract/routing.ts';
import { pageFiles, sitePaths } from '../contract/site.ts';
import { type DocumentParts, Frame } from './frame.tsx';
import { elementIds } from './tabs.tsx';

/** Returns both pages, keyed by file name. */
export function documents(parts: DocumentParts): Readonly<Record<string, string>> {
  return {
    [pageFiles[sitePaths.page]]: documentHtml(<Directory {...parts} />),
    [pageFiles[sitePaths.docs]]: documentHtml(<Documentation {...parts} />),
  };
}

function documentHtml(page: VNode): string {
  return `<!doctype html>\n${renderToString(page)}\n`;
}

/** The page that the script fills. Without JavaScript, it says so and links to the lists. */
function Directory(parts: DocumentParts) {
  const { programme, summary } = parts.face;
  return (
    <Frame parts={parts} title={programme} description={summary} path={sitePaths.page}>
      <div id={elementIds.note} role="status" />
      <noscript>
        <h1>{programme}</h1>
        <p>
          Searching needs JavaScript. The lists do not:{' '}
          {allPaths.map((path) => (
            <>
              <a href={path}>{path}</a>,{' '}
            </>
          ))}
          with <a href={sitePaths.docs}>documentation</a>. For their age, see{' '}
          <a href={sitePaths.status}>{sitePaths.status}</a>.
        </p>
      </noscript>
      <div id={elementIds.explorer} />
    </Frame>
  );
}

const contents = ['active and graduated startups', 'founders who opted in', 'open jobs'];

/** The page that documents the lists. It can be read without JavaScript. */
function Documentation(parts: DocumentParts) {
  const { face, sections } = parts;
  const what = `The startups, founders and open jobs of ${face.programme}, as three JSON lists`;
  return (
    <Frame
      parts={parts}
      title={`Documentation · ${face.programme}`}
      description={`${what}: how to use them.`}
      path={sitePaths.docs}
    >
      <div class="page">
        <nav class="toc" aria-label="Sections">
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <div>
          <h1>Documentation</h1>
          <p>
            {what}: no key, any origin, cached for an hour, and available even if the database is
            not.
          </p>
          <ul class="rows" aria-label="Addresses">
            {allPaths.map((path, index) => (
              <li key={path} class="line">
                <span class="tag hot">GET</span>
                <a href={path} data-try>
                  <code>{path}</code>
                </a>
                <span class="muted">{contents[index]}</span>
              </li>
            ))}
          </ul>
          {sections.map(({ id, title, html }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{title}</h2>
              <div dangerouslySetInnerHTML={{ __html: html }} />
            </section>
          ))}
        </div>
      </div>
    </Frame>
  );
}
