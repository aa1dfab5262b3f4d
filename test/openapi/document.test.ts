import { readFileSync } from 'node:fs';
import path from 'node:path';

import { openApiDocument } from '../../tools/openapi/document.ts';
import { allDirectories } from '../../contract/directories.ts';
import { inventedFace } from '../../contract/site-face.ts';
import {
  againstSchema,
  described,
  type DescribedResponse,
  published,
  type Schema,
} from '../support/openapi/published.ts';

const { schemas, headers, parameters, responses } = published.components;

/** Every answer that is described, by its place. */
const answers = [
  ...Object.entries(responses),
  ...Object.entries(published.paths).flatMap(([route, { get }]) =>
    Object.keys(get.responses).map((status): [string, DescribedResponse] => [
      `${route} ${status}`,
      described(route, status),
    ]),
  ),
];

const examples = answers.flatMap(([place, { content = {} }]) =>
  Object.entries(content).flatMap(([type, { schema, examples: named = {} }]) =>
    Object.entries(named).map(([name, { value }]) => ({
      place: `${place} ${type} ${name}`,
      schema,
      value,
    })),
  ),
);

test('every list, the status and every refusal is shown by an example', () => {
  const places = new Set(examples.map(({ place }) => place.split(' ').slice(0, 2).join(' ')));

  expect([...places].filter((place) => place.endsWith('200'))).toEqual([
    '/startups 200',
    '/founders 200',
    '/jobs 200',
    '/status.json 200',
  ]);
  expect([...places]).toEqual(
    expect.arrayContaining(['/jobs 405', '/jobs 406', '/jobs 503']) as unknown,
  );
});

test.each(examples)('the example $place satisfies its schema', ({ place, schema, value }) => {
  expect(againstSchema(schema, value, place)).toEqual([]);
});

test.each(Object.entries({ ...headers, ...parameters }))(
  'the example of the header %s satisfies its schema',
  (name, { schema, example }) => {
    expect(againstSchema(schema, example, name)).toEqual([]);
  },
);

test.each(allDirectories)(
  'every record of the $name in the test data satisfies its schema',
  ({ name }) => {
    const file = path.join(__dirname, `../../client/fixtures/${name}.json`);
    // They have their pictures inside, so that they show without a service; what is served has addresses.
    const text = readFileSync(file, 'utf8').replaceAll(/data:image[^"]+/gu, 'https://example.org/');
    const list: unknown = JSON.parse(text);

    const schema = described(`/${name}`, '200').content?.['application/json']?.schema ?? {};

    expect(againstSchema(schema, list, name)).toEqual([]);
  },
);

test('a value that may be null says so in its type, and nowhere else', () => {
  const text = JSON.stringify(published);

  expect(text).toContain('"type":["string","null"]');
  expect(text).not.toContain('anyOf');
  expect(text).not.toContain('"nullable"');
});

test('every field of every schema has a type and a description', () => {
  const fields = Object.entries(schemas).flatMap(([schema, { properties }]) =>
    Object.entries(properties as Record<string, object>).map(([name, field]) => ({
      name: `${schema}.${name}`,
      field,
    })),
  );

  const lacking = fields.filter(
    ({ field }) => !('$ref' in field) && !('type' in field && 'description' in field),
  );

  expect(fields.length).toBeGreaterThan(50);
  expect(lacking.map(({ name }) => name)).toEqual([]);
});

test('every property of a record is shown by an example that satisfies it', () => {
  for (const name of ['Startup', 'Enrollment', 'Founder', 'Job', 'Problem', 'DirectoryStatus']) {
    const properties = Object.entries(schemas[name]?.['properties'] as Record<string, Schema>);
    expect(properties).not.toEqual([]);
    for (const [field, schema] of properties) {
      const [example] = schema['examples'] as readonly unknown[];
      expect(againstSchema(schema, example, `${name}.${field}`)).toEqual([]);
    }
  }
});

test('clients are told to leave out what has expired meanwhile', () => {
  const { info } = openApiDocument(inventedFace, 'Ours.');

  expect(info.description).toContain('leave out jobs whose `expires_at` has passed');
});

test('the lists are below the server that is given, and the status beside it', () => {
  const { servers, paths } = openApiDocument(inventedFace, 'Ours.');

  expect(servers).toEqual([{ url: 'https://directory.example.org/v1', description: 'Ours.' }]);
  expect(Object.entries(paths).map(([route, { servers: own }]) => [route, own?.[0]?.url])).toEqual([
    ['/startups', undefined],
    ['/founders', undefined],
    ['/jobs', undefined],
    ['/status.json', 'https://directory.example.org'],
  ]);
});

test('the programme says who it is, whom to ask, and on what terms the data may be used', () => {
  const { info } = openApiDocument(
    {
      ...inventedFace,
      programme: 'Ours',
      summary: 'We are us.',
      contact: 'https://ours.example/contact',
      terms: { name: 'Our terms', url: 'https://ours.example/terms' },
    },
    'Ours.',
  );

  expect(info).toMatchObject({
    title: 'Public Directory of Ours',
    description: expect.stringMatching(/^We are us\.\n/u) as string,
    contact: { name: 'Ours', url: 'https://ours.example/contact' },
    license: { name: 'Our terms', url: 'https://ours.example/terms' },
    termsOfService: 'https://ours.example/terms',
  });
  expect(openApiDocument(inventedFace, 'Ours.').info.contact).toEqual({
    name: 'Example Incubator',
    email: 'directory@example.org',
  });
});

test('a record of each kind is shown with a value in every field, and they belong together', () => {
  const [startup, founder, job] = allDirectories.map(({ name }) => {
    const media = described(`/${name}`, '200').content?.['application/json'];
    const shown = media?.examples?.['one']?.value as readonly Readonly<Record<string, unknown>>[];
    return shown[0] ?? {};
  });

  const values = [startup, founder, job].flatMap((record) => Object.values(record ?? {}));
  expect(values).not.toContain(null);
  expect([founder?.['startup_id'], job?.['startup_id']]).toEqual([
    startup?.['id'],
    startup?.['id'],
  ]);
});
