/**
 * Makes an object of the store, which CloudFront serves when everything behind it fails, the stale answer that a function
 * would have made of it. Answers of the functions pass as they are. CloudFront runs this on statuses below 400 only.
 */

import { etagOf } from '../contract/etag.ts';
import { corsHeaders, header } from '../contract/http.ts';
import { copyFormat, copyMetadata } from '../contract/last-good.ts';
import type { EdgeHeaders, EdgeResponse, ViewerResponseEvent } from './cloudfront-event.ts';
import { setHeaders } from './headers.ts';

/** All that S3 says about itself and its objects begins with this. */
const FROM_STORE = 'x-amz-';

export function handler({ response }: ViewerResponseEvent): EdgeResponse {
  const { headers } = response;
  const cachedAt = metadata(headers, copyMetadata.cachedAt);
  // What another version says of its copies may mean something else: nothing is claimed of them.
  const isKnown = metadata(headers, copyMetadata.format) === copyFormat;
  if (cachedAt === undefined || !isKnown) return response;

  const sha256 = metadata(headers, copyMetadata.sha256);
  Object.keys(headers)
    .filter((name) => name.indexOf(FROM_STORE) === 0)
    .forEach((name) => {
      delete headers[name];
    });
  setHeaders(headers, {
    ...corsHeaders,
    [header.cachedAt]: cachedAt,
    [header.dataSource]: 'last-good',
    [header.vary]: header.acceptEncoding,
  });
  if (sha256 !== undefined) setHeaders(headers, { [header.etag]: etagOf(sha256) });
  return response;
}

function metadata(headers: EdgeHeaders, name: string): string | undefined {
  return headers[`${FROM_STORE}meta-${name}`]?.value;
}
