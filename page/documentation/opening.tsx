/** What this is, in one sentence, and where. */

import { allPaths } from '../../contract/paths.ts';
import { EXAMPLE_ORIGIN } from '../../contract/site-file.ts';

export function Opening() {
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
