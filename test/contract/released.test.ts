import { breakingChanges, publishedDescription } from '../../tools/openapi.ts';
import { published } from '../support/openapi/published.ts';

// A client written against the released contract works with today's. Anything else needs a /v2.
test('the contract only adds to the released one', () => {
  expect(breakingChanges(published, publishedDescription())).toEqual([]);
});

// Where this fails and the test above does not, something was added: run `npm run openapi` and commit the file.
test('docs/openapi.json is what npm run openapi writes today', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(publishedDescription())));
});
