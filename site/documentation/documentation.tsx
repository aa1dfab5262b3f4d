/** The page that says what the lists are and how to use them. It needs no JavaScript. */

import { allPaths } from '../../contract/paths.ts';
import { EXAMPLE_ORIGIN, sitePaths } from '../../contract/site.ts';
import type { DocumentParts } from '../document-parts.ts';
import { Frame } from '../frame.tsx';
import { Promises, UseIt } from './guide.tsx';
import { Errors, Fields, Headers } from './reference.tsx';

const sections = [
  ['use', 'Use it'],
  ['fields', 'Fields'],
  ['headers', 'Headers'],
  ['errors', 'Errors'],
  ['promises', 'Promises'],
] as const;

export function Documentation(parts: DocumentParts) {
  const { face } = parts;
  const what = `The startups, founders and open jobs of ${face.programme}, as three whole JSON lists`;
  return (
    <Frame
      parts={parts}
      title={`Documentation · ${face.programme}`}
      description={`${what}: how to use them.`}
      path={sitePaths.docs}
      assets={parts.documentation}
    >
      <Opening what={what} />
      <nav class="sections" aria-label="Sections">
        <ul class="row">
          {sections.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <UseIt />
      <Fields {...parts} />
      <Headers />
      <Errors />
      <Promises face={face} />
    </Frame>
  );
}

/** What this is, in one sentence, and where. */
function Opening({ what }: { what: string }) {
  return (
    <header class="opening wide">
      <div>
        <h1>Documentation</h1>
        <p>{what}: no keys, any origin, and an answer even when the database is unavailable.</p>
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
