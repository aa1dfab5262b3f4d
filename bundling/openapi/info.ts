/** What the description says of the service as a whole. */

import { FRESH_SECONDS } from '../../contract/http.ts';
import type { OpenApiDocument } from './document.ts';

export const info: OpenApiDocument['info'] = {
  title: 'Public Directory Service',
  version: '1.0.0',
  summary: "A programme's startups, founders and open jobs, as three whole lists",
  description: `Each directory is one list, which is sent as a whole: no pages, no filters, no search, and no address of a single record. Fetch a list, keep it, and filter on your side.

- **No keys.** Nobody signs in, and scripts of any origin may read every answer (CORS).
- **Kept for an hour.** An edit shows after ${FRESH_SECONDS / 60} minutes at the latest. Honour \`Cache-Control\`, ask with \`If-None-Match\`, and do not ask once for each of your visitors: that is fair use, and there is no other limit.
- **A stale answer beats a failure.** While the database is away, the last good list is served with \`X-Data-Source: last-good\`; \`X-Cached-At\` says when it was read.
- **Fields are only added.** Within \`/v1\` no field is removed, renamed or retyped. Ignore those that you do not know. Every field described here is always present; null means that there is no value.
- **Compressed.** Lists are sent as brotli or gzip to clients that take it. One that is too large without is 406 to the others.`,
  license: { name: 'MIT', identifier: 'MIT' },
};

export const tags: OpenApiDocument['tags'] = [
  { name: 'Directories', description: 'The three lists.' },
  { name: 'Status', description: 'How the lists are.' },
];
