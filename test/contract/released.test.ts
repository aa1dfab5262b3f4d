import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { breakingChanges } from '../../tools/schema/breaking-changes.ts';
import { publishedSchema } from '../../tools/schema/published-schema.ts';

const released: unknown = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../docs/v1.schema.json'), 'utf8'),
);

// A client written against the released contract works with today's. Anything else needs a /v2.
test('the contract only adds to the released one', () => {
  expect(breakingChanges(released, publishedSchema())).toEqual([]);
});

// Where this fails and the test above does not, something was added: run `npm run schema` and commit the file.
test('docs/v1.schema.json is what npm run schema writes today', () => {
  expect(released).toEqual(JSON.parse(JSON.stringify(publishedSchema())));
});
