/** What a client may rely on, and what is asked of it. */

import { changelog } from '../changelog.ts';
import { Marked } from './marked.tsx';

export function Promises() {
  return (
    <section id="promises" aria-labelledby="promises-title">
      <h2 id="promises-title">Fair use and promises</h2>
      <div class="columns">
        <div>
          <h3>Fair use</h3>
          <p>
            Fetch a list once an hour, keep it, and filter it on your side. Not once per visitor: an
            edit in the portal takes up to an hour to appear anyway. Send the <code>ETag</code>{' '}
            back, and most of these requests cost next to nothing.
          </p>
          <p>No rate limit is promised, and none should be relied on.</p>
        </div>
        <div>
          <h3>Versioning</h3>
          <p>
            Within <code>/v1</code> fields are only added: none is removed, renamed or given another
            type. So a client must tolerate fields that it does not know. Anything else would be a{' '}
            <code>/v2</code> beside it.
          </p>
          <p>What is not documented here is not supported and may disappear.</p>
        </div>
        <div>
          <h3 id="changelog">Changelog</h3>
          <dl class="changelog">
            {changelog.map(({ name, what }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Marked text={what} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
