/** What else than a list can come, and what to do then. */

import { LONGEST_ANSWER_SECONDS } from '../../contract/http.ts';
import { type Fact, FactsTable } from './facts-table.tsx';

const facts: readonly Fact[] = [
  {
    name: '304',
    meaning: (
      <>
        Nothing has changed since the <code>ETag</code> you sent. Keep what you have; its headers
        say for how long.
      </>
    ),
  },
  {
    name: '404',
    meaning: (
      <>
        No such path. There are the three lists only; a single startup is a match on{' '}
        <code>slug</code> in the list you hold.
      </>
    ),
  },
  {
    name: '405',
    meaning: (
      <>
        The lists are read-only. The cache in front may say it with a <code>403</code> of its own.
      </>
    ),
  },
  {
    name: '406',
    meaning: (
      <>
        The list is too long to be sent uncompressed: use <code>Accept-Encoding: br, gzip</code>.
        Browsers and most libraries do.
      </>
    ),
  },
  {
    name: '503',
    meaning: (
      <>
        The database is away, and there is no copy to fall back on. <code>Retry-After</code> says in
        how many seconds to ask again.
      </>
    ),
  },
  {
    name: '403, 5xx',
    meaning:
      'Something in front of the service failed. The body may be any text: go by the status, keep the list you have, and ask again later.',
  },
];

export function Errors() {
  return (
    <section id="errors" aria-labelledby="errors-title">
      <h2 id="errors-title">Errors</h2>
      <p class="lead">
        A database that is away is no error: you get the last good copy. What remains comes as{' '}
        <code>application/problem+json</code> (RFC 9457) with <code>no-store</code>, at the latest
        after {LONGEST_ANSWER_SECONDS} seconds.
      </p>
      <FactsTable label="Answers other than a list" columns={['Status', 'Meaning']} facts={facts} />
    </section>
  );
}
