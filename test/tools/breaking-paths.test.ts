import { breakingChanges } from '../../tools/openapi/breaking-changes.ts';
import { publishedDescription } from '../../tools/openapi.ts';

type Json = Record<string, unknown>;

/** A copy of the description, with a change. */
function changed(change: (document: Json) => void): Json {
  const copy = JSON.parse(JSON.stringify(publishedDescription())) as Json;
  change(copy);
  return copy;
}

/** The object below these names, to be changed. */
function at(document: Json, ...names: string[]): Json {
  let node = document;
  for (const name of names) node = node[name] as Json;
  return node;
}

const startups = ['paths', '/startups', 'get'];
const ok = [...startups, 'responses', '200'];
const header = ['components', 'headers'];

const released = publishedDescription();

/** What is there in the second and not in the first: taken away it breaks a client, added it breaks none. */
const parts: readonly [string, (document: Json) => void, string][] = [
  [
    'a path',
    (document) => delete at(document, 'paths')['/status.json'],
    '/status.json was removed or renamed.',
  ],
  [
    'a method',
    (document) => delete at(document, 'paths', '/startups')['get'],
    'GET /startups was removed.',
  ],
  [
    'a status',
    (document) => delete at(document, ...startups, 'responses')['304'],
    'GET /startups 304 was removed.',
  ],
  [
    'a header',
    (document) => delete at(document, ...ok, 'headers')['ETag'],
    'GET /startups 200 no longer has the header ETag.',
  ],
  [
    'a media type',
    (document) => delete at(document, ...ok, 'content')['application/json'],
    'GET /startups 200 is no longer sent as application/json.',
  ],
];

test.each(parts)('%s that is removed breaks a client', (_, remove, sentence) => {
  expect(breakingChanges(released, changed(remove))).toEqual([sentence]);
});

test.each(parts)('%s that is added breaks no client', (_, remove) => {
  expect(breakingChanges(changed(remove), released)).toEqual([]);
});

test.each<[string, (document: Json) => void, string | RegExp]>([
  [
    'the record of a list',
    (document) =>
      (at(document, ...ok, 'content', 'application/json', 'schema', 'items')['$ref'] =
        '#/components/schemas/Job'),
    'GET /startups 200 application/json[] was retyped: its $ref was "#/components/schemas/Startup" and is "#/components/schemas/Job".',
  ],
  [
    'the type of a header',
    (document) => (at(document, ...header, 'Age', 'schema')['type'] = 'string'),
    'GET /startups 200: the header Age was retyped: its type was "integer" and is "string".',
  ],
  [
    'the format of a header',
    (document) => delete at(document, ...header, 'X-Cached-At', 'schema')['format'],
    'GET /startups 200: the header X-Cached-At was retyped: its format was "date-time" and is not given.',
  ],
  [
    'the values of a header',
    (document) => (at(document, ...header, 'X-Data-Source', 'schema')['enum'] = ['database']),
    'GET /startups 200: the header X-Data-Source was retyped: its enum was ["database","last-good"] and is ["database"].',
  ],
  [
    'the one value of a header',
    (document) => (at(document, ...header, 'Vary', 'schema')['const'] = '*'),
    'GET /startups 200: the header Vary was retyped: its const was "Accept-Encoding" and is "*".',
  ],
  [
    'a header that may be left out',
    (document) => (at(document, ...header, 'ETag')['required'] = false),
    'GET /startups 200: the header ETag may be left out, which it never was.',
  ],
  [
    'a parameter that is required now',
    (document) => (at(document, 'components', 'parameters', 'IfNoneMatch')['required'] = true),
    'GET /startups must be asked with the header If-None-Match, which it never was.',
  ],
  [
    'a new required parameter',
    (document) =>
      (at(document, ...startups)['parameters'] = [{ name: 'page', in: 'query', required: true }]),
    'GET /startups must be asked with the query page, which it never was.',
  ],
  [
    'a new required parameter of the whole path',
    (document) =>
      (at(document, 'paths', '/startups')['parameters'] = [
        { name: 'Key', in: 'header', required: true },
      ]),
    'GET /startups must be asked with the header Key, which it never was.',
  ],
  [
    'another name of an operation',
    (document) => (at(document, ...startups)['operationId'] = 'getStartups'),
    'GET /startups was renamed: its operationId was "listStartups" and is "getStartups".',
  ],
])('%s breaks a client, and the sentence names the place', (_, change, sentence) => {
  expect(breakingChanges(released, changed(change))).toContain(sentence);
});

test.each<[string, (document: Json) => void]>([
  ['other words', (document) => (at(document, ...startups)['summary'] = 'Others')],
  [
    'a new parameter that may be left out',
    (document) =>
      (at(document, ...startups)['parameters'] = [{ name: 'page', in: 'query', required: false }]),
  ],
  [
    'a header that is always there now',
    (document) => (at(document, ...header, 'Age')['required'] = true),
  ],
  [
    'a header written in another case',
    (document) => {
      const headers = at(document, ...ok, 'headers');
      headers['etag'] = headers['ETag'];
      delete headers['ETag'];
    },
  ],
  ['another example', (document) => (at(document, ...header, 'ETag')['example'] = '"a"')],
  ['another server', (document) => (document['servers'] = [{ url: 'https://example.net/v1' }])],
])('%s breaks no client', (_, change) => {
  expect(breakingChanges(released, changed(change))).toEqual([]);
});
