import { createHash } from 'node:crypto';

import { directories } from '../../contract/directories.ts';
import { corsHeaders } from '../../contract/http.ts';
import { copyHeaders } from '../../contract/last-good.ts';
import { render } from '../../lambda/directory/render.ts';
import { makeSnapshot } from '../../lambda/directory/snapshot.ts';
import { edgeFunction } from '../support/edge-function.ts';
import { plainGet } from '../support/fake-world.ts';
import { many, startup } from '../support/records.ts';

const run = edgeFunction('viewer-response');

const now = Date.parse('2026-11-20T08:00:00Z');
const snapshot = makeSnapshot(many(3, startup), now);

/** As S3 sends a copy. */
function fromStore(metadata: Readonly<Record<string, string>>) {
  const headers: Record<string, { value: string }> = {
    'content-type': { value: 'application/json' },
    'cache-control': { value: 'public, max-age=60, stale-if-error=86400' },
    etag: { value: `"${createHash('md5').update(snapshot.body).digest('hex')}"` },
    'x-amz-version-id': { value: 'abc' },
    'x-amz-server-side-encryption': { value: 'AES256' },
  };
  for (const [name, value] of Object.entries(metadata)) headers[`x-amz-meta-${name}`] = { value };
  return { response: { statusCode: 200, headers } };
}

const { Metadata } = copyHeaders({
  ...snapshot,
  bucket: 'copies',
  directory: directories.startups.name,
});

describe('the function on the way out', () => {
  it('gives a copy from the store the very headers that a function gives a stale answer', async () => {
    const served = {
      snapshot,
      source: 'last-good',
      since: now,
      encoded: new Map(),
    } as const;
    const stale = await render(served, plainGet, now);

    const { headers = {} } = run(fromStore(Metadata));

    for (const [name, value] of Object.entries(stale.headers)) {
      if (name === 'X-Content-Type-Options') continue; // the policy's
      expect([name, headers[name.toLowerCase()]?.value]).toEqual([name, value]);
    }
  });

  it('takes away what S3 says about itself', () => {
    const { headers = {} } = run(fromStore(Metadata));

    expect(Object.keys(headers).filter((name) => name.startsWith('x-amz-'))).toEqual([]);
  });

  it("lets a function's own answer pass as it is", () => {
    const response = {
      statusCode: 200,
      headers: { 'x-data-source': { value: 'database' }, etag: { value: 'W/"1"' } },
    };

    expect(run({ response })).toEqual(response);
  });

  it.each([
    ['nothing', {}],
    ['something of another kind', { colour: 'blue' }],
    ['that it is of another format', { ...Metadata, format: '2' }],
    ['no format', { 'cached-at': Metadata['cached-at'] ?? '' }],
    ['that its format is a method', { ...Metadata, format: 'toString' }],
  ])('lets an object pass that says %s of itself', (_, metadata) => {
    const event = fromStore(metadata);

    expect(run(event)).toEqual(event.response);
  });

  it('does without a hash in the metadata, and leaves the ETag as it is', () => {
    const event = fromStore({ format: '1', 'cached-at': '2026-11-20T08:00:00.000Z' });

    const { headers = {} } = run(event);

    expect(headers['etag']).toEqual(event.response.headers['etag']);
    expect(headers['access-control-allow-origin']?.value).toBe(
      corsHeaders['Access-Control-Allow-Origin'],
    );
  });
});
