/** The page that documents the lists. It can be read without JavaScript. */

import { allPaths } from '../../contract/routing.ts';
import { sitePaths } from '../../contract/site.ts';
import { type DocumentParts, Frame } from '../frame.tsx';

const contents = ['active and graduated startups', 'founders who opted in', 'open jobs'];

export function Documentation(parts: DocumentParts) {
  const { face, sections } = parts;
  const what = `The startups, founders and open jobs of ${face.programme}, as three JSON lists`;
  return (
    <Frame
      parts={parts}
      title={`Documentation · ${face.programme}`}
      description={`${what}: how to use them.`}
      path={sitePaths.docs}
      assets={parts.documentation}
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
