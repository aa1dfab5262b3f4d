/** The page that says what the lists are and how to use them. It needs no JavaScript. */

import { allPaths } from '../../contract/paths.ts';
import { EXAMPLE_ORIGIN, sitePaths } from '../../contract/site.ts';
import type { DocumentParts } from '../document-parts.ts';
import { Frame, SITE_NAME } from '../frame.tsx';
import { Promises, UseIt } from './guide.tsx';
import { Errors, Fields, Headers } from './reference.tsx';

const sections = [
  ['use', 'Use it'],
  ['fields', 'Fields'],
  ['headers', 'Headers'],
  ['errors', 'Errors'],
  ['promises', 'Promises'],
] as const;

export function Documentation({ records, documentation }: DocumentParts) {
  return (
    <Frame title={`Documentation · ${SITE_NAME}`} path={sitePaths.docs} assets={documentation}>
      <Opening />
      <nav class="sections" aria-label="Sections">
        <ul>
          {sections.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <UseIt />
      <Fields records={records} />
      <Headers />
      <Errors />
      <Promises />
    </Frame>
  );
}

/** What this is, in one sentence, and where. */
function Opening() {
  return (
    <header class="opening wide">
      <div>
        <h1>Documentation</h1>
        <p>
          The startups, founders and open jobs of one programme, as three whole JSON lists: no keys,
          any origin, and an answer even when the database is unavailable.
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
