/**
 * Tests that the OpenAPI description still contains everything that the releases promised, and that its handwritten parts match
 * the contract.
 */

import { readFileSync } from 'node:fs';

import { edgeSecurityHeaders } from '../../contract/edge.ts';
import { corsHeaders, FRESH_SECONDS, listCacheControl } from '../../contract/http.ts';
import { methodNotAllowed, notAcceptable, unavailable } from '../../contract/routing.ts';
import { inventedFace } from '../../contract/branding.ts';
import { promisesOf, RELEASED_FILE } from '../../tools/generate.ts';
import { openApiDocument } from '../../site/openapi/description.ts';
import {
  againstSchema,
  described,
  type DescribedResponse,
  published,
  shownExamples,
} from '../support/published.ts';

const { headers, parameters, responses } = published.components;

const released = readFileSync(RELEASED_FILE, 'utf8').trimEnd().split('\n');

test('no path, header, field or type of a released description is missing', () => {
  const promises = new Set(promisesOf(published));

  expect(promises.size).toBeGreaterThan(200);
  expect(released.filter((line) => !line.startsWith('#') && !promises.has(line))).toEqual([]);
});

test.each([
  ['"listJobs"', '"getJobs"', 'paths./jobs.get.operationId: "listJobs"'],
  ['"/jobs":', '"/vacancies":', 'paths./jobs.get.operationId: "listJobs"'],
  ['"ETag":{"required":true', '"ETag":{"required":false', 'components.headers.ETag.required: true'],
  ['"job_title":', '"position":', 'components.schemas.Founder.properties.job_title.type: ["string","null"]'], // prettier-ignore
  ['"job_title",', '', 'components.schemas.Founder.required: "job_title"'],
  ['"slug":{"type":"string"', '"slug":{"type":["string","null"]', 'components.schemas.Startup.properties.slug.type: "string"'], // prettier-ignore
  ['"items":{"type":"string"}', '"items":{"type":"integer"}', 'components.schemas.Startup.properties.industry.items.type: "string"'], // prettier-ignore
])('replacing `%s` with `%s` breaks the promise `%s`', (before, after, promise) => {
  const text = JSON.stringify(published);
  const changed = text.replaceAll(before, after);

  expect(released).toContain(promise);
  expect(changed).not.toBe(text);
  expect(promisesOf(JSON.parse(changed))).not.toContain(promise);
});

/** Every response in the description, with its path and status. */
const answers = Object.entries(published.paths).flatMap(([route, { get }]) =>
  Object.keys(get.responses).map((status): [string, DescribedResponse] => [
    `${route} ${status}`,
    described(route, status),
  ]),
);

test('every example satisfies its schema, and every response has an example, except 304, 4XX and default', () => {
  const examples = answers.flatMap(([place, { content = {} }]) =>
    Object.values(content).flatMap((media) =>
      shownExamples(media).map((value) => ({ place, schema: media.schema, value })),
    ),
  );
  const headersShown = Object.entries({ ...headers, ...parameters }).map(
    ([place, { schema, example }]) => ({ place, schema, value: example }),
  );

  for (const { place, schema, value } of [...examples, ...headersShown]) {
    expect(againstSchema(schema, value, place)).toEqual([]);
  }
  const shown = new Set(examples.map(({ place }) => place));
  const bare = answers.map(([place]) => place).filter((place) => !shown.has(place));
  expect(bare.filter((place) => !/ (?:304|4XX|default)$/u.test(place))).toEqual([]);
});

test.each([
  ['Cache-Control', listCacheControl(FRESH_SECONDS)],
  ['Retry-After', Number(unavailable.headers['Retry-After'])],
  ['Allow', methodNotAllowed.headers['Allow']],
  ['Access-Control-Expose-Headers', corsHeaders['Access-Control-Expose-Headers']],
  ['Strict-Transport-Security', edgeSecurityHeaders['Strict-Transport-Security']],
  ['Content-Security-Policy', edgeSecurityHeaders['Content-Security-Policy']],
])('the example for the header %s is the value in the contract', (name, value) => {
  expect(headers[name]?.example).toEqual(value);
});

test.each([
  ['MethodNotAllowed', methodNotAllowed],
  ['NotAcceptable', notAcceptable],
  ['Unavailable', unavailable],
])('the example for the response %s is the body in the contract', (name, { body }) => {
  const { content } = responses[name] ?? {};

  expect(shownExamples(content?.['application/problem+json'])[0]).toEqual(JSON.parse(body));
});

test('the OpenAPI description of a stage contains its programme, contact and terms', () => {
  const ours = {
    ...inventedFace,
    programme: 'Ours',
    summary: 'We are us.',
    contact: 'https://ours.example/contact',
    terms: { name: 'Our terms', url: 'https://ours.example/terms' },
  } as const;
  const { info, servers } = openApiDocument(ours, 'Our server.');

  expect(info).toMatchObject({
    title: 'Public Directory of Ours',
    description: expect.stringMatching(/^We are us\.\n/u) as string,
    contact: { name: 'Ours', url: 'https://ours.example/contact' },
    license: { name: 'Our terms', url: 'https://ours.example/terms' },
    termsOfService: 'https://ours.example/terms',
  });
  const url = 'https://directory.example.org/v1';
  expect(servers).toEqual([{ url, description: 'Our server.' }]);
});
