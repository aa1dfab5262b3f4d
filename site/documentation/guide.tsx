/** How to use the lists, and what a client may rely on. */

import { sitePaths } from '../../contract/site.ts';
import type { SiteFace } from '../../contract/site-face.ts';
import { Contact } from '../frame.tsx';
import { Code } from './code.tsx';
import { examples } from './examples.ts';
import { Marked } from './reference.tsx';

/** What has changed for users of the service, the newest first. */
const changelog = [
  {
    name: '2026-11',
    what: 'A description for machines, pages for people, a typed client and the status, all outside of `/v1`.',
  },
  { name: '1.0.0', what: 'The three lists: startups, founders and jobs.' },
];

export function UseIt() {
  return (
    <section id="use" aria-labelledby="use-title">
      <h2 id="use-title">Use it</h2>
      <p class="lead">
        No key, no sign-up, any origin. Fetch a list, keep it for as long as its{' '}
        <code>Cache-Control</code> says, and do the rest on your side.
      </p>
      <div class="examples">
        {examples.map(({ name, hint, language, code }) => (
          <article key={name} class="example" data-example={name}>
            <header>
              <h3>{name}</h3>
            </header>
            <p class="small">{hint}</p>
            <Code text={code} language={language} label={`Example: ${name}`} />
          </article>
        ))}
      </div>
    </section>
  );
}

export function Promises({ face }: { face: SiteFace }) {
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
          <p>
            A list may be an hour old, and an outage's copy older: leave out jobs whose{' '}
            <code>expires_at</code> has passed.
          </p>
          <p>
            To hear of new startups and jobs, subscribe to <a href={sitePaths.feedAtom}>Atom</a> or{' '}
            <a href={sitePaths.feedJson}>JSON Feed</a>.
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
          <h3>Founders' contacts</h3>
          <p>
            A founder's record has no field for an e-mail address or a phone number. One that is
            typed plainly into a name, the job title or a link (<code>jane@acme.io</code>,{' '}
            <code>+49 171 2345678</code>, a link with <code>mailto:</code>, <code>tel:</code> or{' '}
            <code>wa.me/</code>) is not published.
          </p>
        </div>
        <div>
          <h3 id="contact">Contact and terms</h3>
          <p>
            A mistake, or you want to be left out? <Contact {...face} />. What is taken out in the
            portal leaves the lists within an hour.
          </p>
          <p>
            The data may be used under <a href={face.terms.url}>{face.terms.name}</a>.
          </p>
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
