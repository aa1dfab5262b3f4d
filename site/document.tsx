/** The pages as they are sent: what reads without JavaScript, and the places that the script fills. */

import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

import { allPaths } from '../contract/routing.ts';
import { pageFiles, sitePaths } from '../contract/site-paths.ts';
import { Documentation } from './documentation/documentation.tsx';
import { type DocumentParts, Frame } from './frame.tsx';
import { elementIds } from './element-ids.ts';

/** Both pages, by the names of their files. */
export function documents(parts: DocumentParts): Readonly<Record<string, string>> {
  return {
    [pageFiles[sitePaths.page]]: documentHtml(<Directory {...parts} />),
    [pageFiles[sitePaths.docs]]: documentHtml(<Documentation {...parts} />),
  };
}

function documentHtml(page: VNode): string {
  return `<!doctype html>\n${renderToString(page)}\n`;
}

/** Almost all of it is filled by the script. Without it the lists themselves are a link away. */
function Directory(parts: DocumentParts) {
  const { programme, summary } = parts.face;
  return (
    <Frame
      parts={parts}
      title={programme}
      description={summary}
      path={sitePaths.page}
      assets={parts.explorer}
    >
      <div id={elementIds.note} role="status" />
      <header class="opening">
        <h1>{programme}</h1>
        <p>{summary}</p>
      </header>
      <section id="explore" aria-labelledby="explore-title">
        <h2 id="explore-title" class="unseen">
          Explore
        </h2>
        <noscript>
          <p>
            Here the lists can be searched, with JavaScript. The lists themselves need none:{' '}
            {allPaths.map((path, index) => (
              <>
                {index > 0 && ', '}
                <a href={path}>{path}</a>
              </>
            ))}
            . How fresh they are says <a href={sitePaths.status}>{sitePaths.status}</a>.
          </p>
        </noscript>
        <div id={elementIds.explorer} class="needs-script" />
      </section>
    </Frame>
  );
}
