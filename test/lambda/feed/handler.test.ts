/** Tests both feeds with a feed library, and validates the JSON feed against a schema of JSON Feed 1.1. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';

import type { DirectoryName } from '../../../contract/directories.ts';
import { type Copies, type Copy, makeList } from '../../../lambda/aws/copies.ts';
import { createFeedHandler } from '../../../lambda/feed/feed-handler.ts';
import { job, startup, uuidOf } from '../../support/records.ts';
import { VirtualClock } from '../../support/clocks.ts';
import jsonFeedSchema from './json-feed.schema.json' with { type: 'json' };

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const READ_AT = '2026-11-20T07:55:00.000Z';
const ORIGIN = 'https://directory.example.org';

const isJsonFeed = new Ajv2020({ allErrors: true }).compile(jsonFeedSchema);

function found(records: readonly object[], readAt = READ_AT): Copy {
  return { state: 'found', list: makeList(records, Date.parse(readAt)), etag: '"1"' };
}

type Stored = Partial<Record<DirectoryName, Copy>>;

async function answerTo(route: string, stored: Stored) {
  const all: Stored = { startups: found([]), jobs: found([]), ...stored };
  const copies: Copies = {
    read: async ({ name }) => all[name] ?? { state: 'absent' },
    write: async () => Promise.reject(new Error('nothing is written')),
    closeConnections: () => {},
  };
  const face = { origin: ORIGIN, title: 'Invented & <b>', subtitle: 'What is "new"' };
  const handler = createFeedHandler(new VirtualClock(NOW), copies, face);
  return handler({ requestContext: { http: { method: 'GET', path: route } } });
}

/**
 * Returns the text of both feeds for these copies, and the results of parsing it with a feed library. Expects the JSON feed to
 * be valid.
 */
async function feedsOf(copies: Stored) {
  const { body: xml } = await answerTo('/feed.xml', copies);
  const { body: json } = await answerTo('/feed.json', copies);
  const parsed: unknown = JSON.parse(json);
  expect([isJsonFeed(parsed), isJsonFeed.errors]).toEqual([true, null]);
  return { xml, json, atom: parseAtomFeed(xml), jsonFeed: parseJsonFeed(parsed) };
}

/** Returns the Atom entries as JSON Feed items, and expects the JSON feed to have the same items. */
async function entriesOf(copies: Stored) {
  const { atom, jsonFeed } = await feedsOf(copies);
  const ofAtom = (atom.entries ?? []).map((entry) => ({
    id: entry.id,
    title: entry.title?.value,
    content_text: entry.summary?.value ?? entry.title?.value,
    url: entry.links?.[0]?.href,
    date_published: entry.published,
    tags: entry.categories?.map(({ term }) => term),
  }));
  expect(jsonFeed.items ?? []).toMatchObject(ofAtom);
  return ofAtom;
}

const first = startup(1, { created_at: '2026-01-01T00:00:00.000Z' });

test('a startup and a job become entries with an id, a title, content, a link and a date', async () => {
  const opening = job(7, first);

  expect(await entriesOf({ startups: found([first]), jobs: found([opening]) })).toEqual([
    {
      id: `urn:uuid:${uuidOf(7)}`,
      title: 'Engineer at Startup 1',
      content_text: 'full time, remote',
      url: 'https://jobs.example.com/apply?id=1',
      date_published: '2026-01-31T12:00:00.000Z',
      tags: ['job'],
    },
    {
      id: `urn:uuid:${uuidOf(1)}`,
      title: 'Startup 1',
      content_text: 'One line.',
      url: `${ORIGIN}/#/startups/startup-1`,
      date_published: '2026-01-01T00:00:00.000Z',
      tags: ['startup'],
    },
  ]);
});

test('a startup without a blurb or industries has no summary in the Atom feed, and the JSON feed shows its name as the content', async () => {
  const bare = { ...first, blurb: null, industry: [] };

  expect((await feedsOf({ startups: found([bare]) })).xml).toContain(
    '<category term="startup"/>\n</entry>',
  );
  expect((await entriesOf({ startups: found([bare]) }))[0]?.content_text).toBe('Startup 1');
});

test.each([
  ['markup', '</title><script>alert(1)</script>'],
  ['the end of a CDATA section', 'a ]]> b <![CDATA[ c'],
  ['entities', '&amp; &lt;b&gt; &nope; &#x0; AT&T'],
  ['control characters', 'a\u0000b\u000Bc\u001Bd\uFFFE\uFFFFe', 'abcde'],
  ['halves of surrogate pairs', 'a\uD83Db\uDE00c😀', 'abc😀'],
  ['letters that are read from right to left', '\u202Eمرحبا بالعالم'],
  ['quotes and a declaration', `"'><?xml version="1.1"?><!DOCTYPE x>`],
])('both feeds show text with %s as valid plain text', async (_, text, shown = text) => {
  const hostile = { title: text, startup_name: text, location_cities: [text] };
  const [opening, one] = await entriesOf({
    startups: found([{ ...first, name: text, blurb: text, industry: [text] }]),
    jobs: found([{ ...job(7, first), ...hostile }]),
  });

  expect([one?.title, one?.content_text]).toEqual([shown, shown]);
  expect(opening?.title).toBe(`${shown} at ${shown}`);
  expect(opening?.content_text).toBe(`full time, remote, ${shown}`);
});

test('a feed leaves out startups without a date, and expired jobs', async () => {
  const startups = found([{ ...first, created_at: null }]);
  const jobs = found([
    { ...job(7, first), expires_at: '2026-11-20T08:00:00.000Z' },
    { ...job(8, first), expires_at: '2026-11-20T08:00:00.001Z' },
  ]);

  expect((await entriesOf({ startups, jobs })).map(({ id }) => id)).toEqual([
    `urn:uuid:${uuidOf(8)}`,
  ]);
});

test.each<Copy>([
  { state: 'absent' },
  { state: 'unusable', reason: 'not the bytes that were written', etag: '"1"' },
  { state: 'unreachable', reason: 'TimeoutError' },
])('a request for a feed gets an uncacheable 503 if a copy is $state', async (copy) => {
  for (const route of ['/feed.xml', '/feed.json']) {
    for (const name of ['startups', 'jobs']) {
      expect(await answerTo(route, { startups: found([first]), [name]: copy })).toMatchObject({
        statusCode: 503,
        headers: { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' },
      });
    }
  }
});

const future = startup(2, { created_at: '2027-01-01T00:00:00.000Z' });

test.each([
  ['its newest entry', [first], first.created_at],
  ['its newest entry that is not in the future', [first, future], first.created_at],
  ['the newer of its two lists if every entry is in the future', [future], READ_AT],
  ['the newer of its two lists if there are no entries', [], READ_AT],
])('a feed has the date of %s', async (_, startups, updated) => {
  const { atom, jsonFeed } = await feedsOf({
    startups: found(startups),
    jobs: found([], '2026-11-20T07:00:00.000Z'),
  });

  expect(atom.updated).toBe(updated);
  expect(atom.entries ?? []).toHaveLength(startups.length);
  expect(jsonFeed.items ?? []).toHaveLength(startups.length);
});
