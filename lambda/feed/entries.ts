/** The entries of a feed: the newest startups and jobs. */

import type { List } from '../aws/copies.ts';
import type { Job, Startup } from '../../contract/records.ts';

export interface Entry {
  /** Never changes while the record exists (RFC 4287, section 4.2.6). */
  readonly id: string;
  readonly kind: 'startup' | 'job';
  /** Title and summary are plain text. */
  readonly title: string;
  readonly summary: string;
  readonly link: string;
  /** RFC 3339, in UTC. */
  readonly createdAt: string;
}

const NEWEST = 50;

/** A summary is meant to be one line, but a portal user may paste a whole business plan. */
const LONGEST_TEXT = 1000;

/**
 * Returns the newest entries, newest first. Startups without a registration date are left out, as are jobs that have expired
 * since the list was read.
 *
 * @param origin - public address of the service, without a path.
 * @param now - in milliseconds since the Unix epoch.
 */
export function newestEntries(
  lists: Readonly<Record<'startups' | 'jobs', List>>,
  origin: string,
  now: number,
): readonly Entry[] {
  // The records of a copy were checked before it was written, and its hash shows that it is unchanged.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { startups, jobs } = {
    startups: parsed(lists.startups),
    jobs: parsed(lists.jobs),
  } as { readonly startups: readonly Startup[]; readonly jobs: readonly Job[] };
  const pages = new Map(startups.map(({ id, slug }) => [id, `${origin}/#/startups/${slug}`]));
  const pageOf = (startupId: string): string => pages.get(startupId) ?? `${origin}/#/jobs`;
  return [
    ...startups.flatMap((startup) => startupEntry(startup, pageOf(startup.id))),
    ...jobs
      .filter(({ expires_at: end }) => end === null || Date.parse(end) > now)
      .map((job) => jobEntry(job, pageOf(job.startup_id))),
  ]
    .toSorted((a, b) => compare(b.createdAt, a.createdAt) || compare(a.id, b.id))
    .slice(0, NEWEST);
}

function parsed({ body }: List): unknown {
  return JSON.parse(body.toString());
}

function startupEntry(startup: Startup, page: string): Entry[] {
  const { id, name, blurb, created_at: createdAt } = startup;
  if (createdAt === null) return [];
  const summary = plainText(blurb ?? startup.industry.join(', '));
  return [
    { id: idOf(id), kind: 'startup', title: plainText(name), summary, link: page, createdAt },
  ];
}

function jobEntry(job: Job, page: string): Entry {
  const at = job.startup_name === null ? '' : ` at ${job.startup_name}`;
  const kinds = [job.job_type, job.experience_level, job.work_arrangement]; // such as `full_time`
  const facts = [...kinds.map((kind) => kind?.replaceAll('_', ' ') ?? ''), ...job.location_cities];
  return {
    id: idOf(job.id),
    kind: 'job',
    title: plainText(job.title + at),
    summary: plainText(facts.filter((fact) => fact !== '').join(', ')),
    link: /^https?:/u.test(job.external_url ?? '') ? (job.external_url ?? page) : page,
    createdAt: job.created_at,
  };
}

function idOf(uuid: string): string {
  return `urn:uuid:${uuid.toLowerCase()}`;
}

/** Characters that XML 1.0 forbids (section 2.2): control characters, halves of a surrogate pair, U+FFFE and U+FFFF. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Shortens a text and removes characters that XML forbids, such as the half of a surrogate pair that a cut may leave. */
function plainText(text: string): string {
  const short = text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
  return short.replace(NOT_IN_XML, '');
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
