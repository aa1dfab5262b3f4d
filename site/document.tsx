/** The HTML of the explorer and of the documentation. A script adds the content of the explorer. */

import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

import { allPaths } from '../contract/routing.ts';
import { pageFiles, sitePaths } from '../contract/site.ts';
import { type DocumentParts, Frame } from './frame.tsx';
import { elementIds } from './tabs.tsx';

/** Returns the HTML of both pages, keyed by file name. */
export function documents(parts: DocumentParts): Readonly<Record<string, string>> {
  return {
    [pageFiles[sitePaths.page]]: documentHtml(<Directory {...parts} />),
    [pageFiles[sitePaths.docs]]: documentHtml(<Documentation {...parts} />),
  };
}

function documentHtml(page: VNode): string {
  return `<!doctype html>\n${renderToString(page)}\n`;
}

/** The page of the explorer. Without JavaScript, its main part shows only links to the lists, the documentation and the status. */
function Directory(parts: DocumentParts) {
  const { programme, summary } = parts.face;
  return (
    <Frame parts={parts} title={programme} description={summary} path={sitePaths.page}>
      <div id={elementIds.note} role="status" />
      <noscript>
        <h1>{programme}</h1>
        <p>
          Searching needs JavaScript. Without it, you can open the lists{' '}
          {allPaths.map((path) => (
            <>
              <a href={path}>{path}</a>,{' '}
            </>
          ))}
          or read the <a href={sitePaths.docs}>documentation</a>. The age of each list is in{' '}
          <a href={sitePaths.status}>{sitePaths.status}</a>.
        </p>
      </noscript>
      <div id={elementIds.explorer} />
    </Frame>
  );
}

const contents = ['active and graduated startups', 'founders who opted in', 'open jobs'];

/** The documentation of the lists. Visitors can read it without JavaScript. */
function Documentation(parts: DocumentParts) {
  const { face, sections } = parts;
  return (
    <Frame
      parts={parts}
      title={`Documentation · ${face.programme}`}
      description={`The startups, founders and open jobs of ${face.programme}, as three JSON lists. Reference and examples.`}
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
            {face.programme} publishes its startups, founders and open jobs as three JSON lists.
            They are cached for an hour, and remain available if the database is not.
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
