/** The page that says what the lists are and how to use them. It reads without JavaScript. */

import { allPaths } from '../../contract/routing.ts';
import { sitePaths } from '../../contract/site-paths.ts';
import { type DocumentParts, Frame } from '../frame.tsx';

export function Documentation(parts: DocumentParts) {
  const { face, sections } = parts;
  const what = `The startups, founders and open jobs of ${face.programme}, as three whole JSON lists`;
  return (
    <Frame
      parts={parts}
      title={`Documentation · ${face.programme}`}
      description={`${what}: how to use them.`}
      path={sitePaths.docs}
      assets={parts.documentation}
    >
      <header class="opening">
        <h1>Documentation</h1>
        <p>{what}: no keys, any origin, and an answer even when the database is unavailable.</p>
      </header>
      <ul class="addresses" aria-label="Addresses">
        {allPaths.map((path) => (
          <li key={path}>
            GET{' '}
            <a href={path} data-try>
              {path}
            </a>
          </li>
        ))}
      </ul>
      <nav class="sections" aria-label="Sections">
        <ul class="row">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ id, title, html }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </section>
      ))}
    </Frame>
  );
}
