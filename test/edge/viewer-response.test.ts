import { responses, storedObject } from '../../bundling/edge-events.ts';
import { directories } from '../../contract/directories.ts';
import { corsHeaders } from '../../contract/http.ts';
import { copyHeaders } from '../../contract/last-good.ts';
import { render } from '../../lambda/directory/render.ts';
import { makeSnapshot } from '../../aws/last-good.ts';
import { edgeFunction } from './edge-function.ts';
import { plainGet } from '../support/aws/fake-dependencies.ts';
import { many, startup } from '../support/records/records.ts';

const run = edgeFunction('viewer-response');

const now = Date.parse('2026-11-20T08:00:00Z');
const snapshot = makeSnapshot(many(3, startup), now);

const { Metadata } = copyHeaders({
  ...snapshot,
  bucket: 'copies',
  directory: directories.startups.name,
});
const copy = () => ({ response: storedObject(Metadata) });

describe('the viewer-response function', () => {
  it('gives a copy from the store the very headers that a function gives a stale answer', async () => {
    const served = {
      snapshot,
      source: 'last-good',
      since: now,
      encoded: new Map(),
    } as const;
    const stale = await render(served, plainGet, now);

    const { headers = {} } = run(copy());

    for (const [name, value] of Object.entries(stale.headers)) {
      if (name === 'X-Content-Type-Options') continue; // the policy's
      expect([name, headers[name.toLowerCase()]?.value]).toEqual([name, value]);
    }
  });

  it('takes away what S3 says about itself', () => {
    const { headers = {} } = run(copy());

    expect(Object.keys(headers).filter((name) => name.startsWith('x-amz-'))).toEqual([]);
  });

  it.each(
    Object.entries(responses).filter(
      ([name]) => name !== 'a copy' && name !== 'a copy without a hash',
    ),
  )('lets %s pass as it is', (_, response) => {
    expect(run({ response })).toEqual(response);
  });

  it('does without a hash in the metadata, and leaves the ETag as it is', () => {
    const response = responses['a copy without a hash'];

    const { headers = {} } = run({ response });

    expect(headers['etag']).toEqual(response?.headers['etag']);
    expect(headers['access-control-allow-origin']?.value).toBe(
      corsHeaders['Access-Control-Allow-Origin'],
    );
  });
});
