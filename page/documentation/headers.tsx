/** The headers of a list. */

import {
  corsHeaders,
  FRESH_SECONDS,
  header,
  listCacheControl,
  STALE_SECONDS,
} from '../../contract/http.ts';
import { type Fact, FactsTable } from './facts-table.tsx';

const facts: readonly Fact[] = [
  {
    name: header.cachedAt,
    meaning: 'When the list was read from the database: a moment in UTC, ISO 8601.',
  },
  {
    name: header.dataSource,
    meaning: (
      <>
        <code>database</code>, or <code>last-good</code> while the database is away and the last
        good copy is served.
      </>
    ),
  },
  {
    name: header.cacheControl,
    meaning: (
      <>
        <code>{listCacheControl(FRESH_SECONDS)}</code>, where <code>max-age</code> is what is left
        of the hour. A last good copy has <code>max-age={STALE_SECONDS}</code>, so that recovery
        shows within a minute.
      </>
    ),
  },
  {
    name: header.etag,
    meaning: (
      <>
        Names the content. Send it back as <code>{header.ifNoneMatch}</code>, and an unchanged list
        is a <code>304</code> without a body.
      </>
    ),
  },
  {
    name: header.vary,
    meaning: (
      <>
        <code>{header.acceptEncoding}</code>: brotli, gzip or plain, as your client asks.
      </>
    ),
  },
  {
    name: 'Access-Control-Allow-Origin',
    meaning: (
      <>
        <code>{corsHeaders['Access-Control-Allow-Origin']}</code> on every answer, errors too. A
        script on any site may read <code>{corsHeaders['Access-Control-Expose-Headers']}</code>, and
        may send <code>If-None-Match</code>.
      </>
    ),
  },
];

export function Headers() {
  return (
    <section id="headers" aria-labelledby="headers-title">
      <h2 id="headers-title">Headers</h2>
      <p class="lead">
        <code>GET</code> and <code>HEAD</code> answer a list as <code>application/json</code>. There
        are no keys, no parameters and no pages: query strings change nothing.
      </p>
      <FactsTable label="Headers of a list" columns={['Header', 'Meaning']} facts={facts} />
    </section>
  );
}
