/** What the documentation says. Backticks mark code, and `[text](address)` is a link. */

import * as http from '../../contract/http.ts';
import { LONGEST_ANSWER_SECONDS } from '../../contract/limits.ts';
import { type SiteFace, sitePaths } from '../../contract/site.ts';

/** A name, and what it means. */
export type Fact = readonly [string, string];

/** What stands under the headings of the sections. */
export const leads = {
  use: 'No key, no sign-up, any origin. Fetch a list, keep it for as long as its `Cache-Control` says, and do the rest on your side.',
  fields: `Every field is always there. Where the portal has no value it is \`null\`; a list in a record may be empty and is never \`null\`. The same in full, for machines: [openapi.json](${sitePaths.description}).`,
  headers:
    '`GET` and `HEAD` answer a list as `application/json`. There are no keys, no parameters and no pages: query strings change nothing.',
  errors: `A database that is unavailable is no error: you get the last good copy. What remains comes as \`application/problem+json\` (RFC 9457) with \`no-store\`, at the latest after ${LONGEST_ANSWER_SECONDS} seconds.`,
  client: `The same lists with types, for pages and for Node: [client.js](${sitePaths.client}) without a build, [client.tgz](${sitePaths.clientPackage}) for npm. It asks once an hour, joins lists, checks each record and keeps what it has through an outage.`,
  status: `The newest copy of each list, as [status.json](${sitePaths.status}) says it.`,
  promises: 'What you may rely on, and what we ask of you.',
} as const;

export const headerFacts = facts(`
${http.header.cachedAt} | When the list was read from the database: a moment in UTC, ISO 8601.
${http.header.dataSource} | \`database\`, or \`last-good\` while the database is unavailable and the last good copy is served.
${http.header.cacheControl} | \`${http.listCacheControl(http.FRESH_SECONDS)}\`, where \`max-age\` is what is left of the hour. A last good copy has \`max-age=${http.STALE_SECONDS}\`, so that recovery shows within a minute.
${http.header.etag} | Names the content. Send it back as \`${http.header.ifNoneMatch}\`, and an unchanged list is a \`304\` without a body.
${http.header.vary} | \`${http.header.acceptEncoding}\`: brotli, gzip or plain, as your client asks.
Access-Control-Allow-Origin | \`${http.corsHeaders['Access-Control-Allow-Origin']}\` on every answer, errors too. A script on any site may read \`${http.corsHeaders['Access-Control-Expose-Headers']}\`, and may send \`If-None-Match\`.
`);

export const errorFacts = facts(`
304 | Nothing has changed since the \`ETag\` you sent. Keep what you have; its headers say for how long.
404 | No such path. There are the three lists only; a single startup is a match on \`slug\` in the list you hold.
405 | The lists are read-only. The cache in front may say it with a \`403\` of its own.
406 | The list is too long to be sent uncompressed: use \`Accept-Encoding: br, gzip\`. Browsers and most libraries do.
503 | The database is unavailable, and there is no copy to fall back on. \`Retry-After\` says in how many seconds to ask again.
403, 5xx | Something in front of the service failed. The body may be any text: go by the status, keep the list you have, and ask again later.
`);

export const clientFacts = facts(`
directory(url, options) | Takes the address with its version. Throws a \`TypeError\` at another.
startups() founders() jobs() | A list: \`records\`, \`cachedAt\`, \`source\`, \`problems\` (records left out because they are not as documented). \`jobs()\` leaves out what has expired.
startupBySlug(slug) | One startup, or \`undefined\`.
foundersOf(startup) jobsOf(startup) | A startup's records; takes the startup or its \`id\`.
isOpen(job, now) | Whether a job has not expired. \`isActive\` and \`isAlumnus\` say where a startup is.
source | \`database\`: fresh. \`last-good\`: the service serves its copy. \`kept\`: the service could not be reached, and \`failure\` says why; this is what the client has kept.
storage | An option: where lists are kept for the next page or process, \`browserStorage()\` or, from \`/node\`, \`folderStorage(folder)\`; by default nowhere. \`keepMs\`: for how long, seven days by default.
DirectoryError | A method rejects with it only while there is no copy at all. \`message\` says what to do; \`status\` is that of the answer, where there was one.
`);

/** The titles of the promises, each with its paragraphs. */
export function promises({ programme, contact, terms }: SiteFace): readonly Fact[] {
  const isMailbox = contact.startsWith('mailto:');
  const ask = isMailbox ? `Write to [${contact.slice('mailto:'.length)}]` : `[Tell ${programme}]`;
  return facts(`
Fair use | Fetch a list once an hour, keep it, and filter it on your side. Not once per visitor: an edit in the portal takes up to an hour to appear anyway. Send the \`ETag\` back, and most of these requests cost next to nothing.
| A list may be an hour old, and an outage's copy older: leave out jobs whose \`expires_at\` has passed.
| To hear of new startups and jobs, subscribe to [Atom](${sitePaths.feedAtom}) or [JSON Feed](${sitePaths.feedJson}).
| No rate limit is promised, and none should be relied on.
Versioning | Within \`/v1\` fields are only added: none is removed, renamed or given another type. So a client must tolerate fields that it does not know. Anything else would be a \`/v2\` beside it.
| What is not documented here is not supported and may disappear.
Founders' contacts | A founder's record has no field for an e-mail address or a phone number. One that is typed plainly into a name, the job title or a link (\`jane@acme.io\`, \`+49 171 2345678\`, a link with \`mailto:\`, \`tel:\` or \`wa.me/\`) is not published.
Contact and terms | A mistake, or you want to be left out? ${ask}(${contact}). What is taken out in the portal leaves the lists within an hour.
| The data may be used under [${terms.name}](${terms.url}).
Changelog | 2026-11: a description for machines, pages for people, a typed client and the status, all outside of \`/v1\`.
| 1.0.0: the three lists: startups, founders and jobs.
`);
}

/** A fact a line, its name before the first bar. */
function facts(lines: string): readonly Fact[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', meaning = ''] = line.split('| ', 2);
      return [name.trim(), meaning] as const;
    });
}
