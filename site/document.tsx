/** The pages as they are sent: the text for readers without JavaScript, and the places that the script fills. */

import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

import { allPaths } from '../contract/routing.ts';
import { pageFiles, sitePaths } from '../contract/site.ts';
import { Documentation } from './documentation/documentation.tsx';
import { type DocumentParts, Frame } from './frame.tsx';
import { elementIds } from './tabs.tsx';

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

/** The script fills the page. Without JavaScript, it explains itself and links the lists. */
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
      <div id={elementIds.explorer} class="needs-script" />
    </Frame>
  );
}
