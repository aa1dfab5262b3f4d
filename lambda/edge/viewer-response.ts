/**
 * Turns a stored copy, which CloudFront serves when everything behind it fails, into the stale answer that a function would
 * have made of it. Answers of the functions pass unchanged. CloudFront runs this on statuses below 400 only.
 */

import { corsHeaders, etagOf, header } from '../../contract/http.ts';
import { copyFormat, copyMetadata } from '../../contract/last-good.ts';
import { type EdgeHeaders, type EdgeResponse, setHeaders } from './cloudfront-event.ts';

/** Every header in which S3 describes itself or an object begins with this. */
const FROM_STORE = 'x-amz-';

export function handler({ response }: { response: EdgeResponse }): EdgeResponse {
  const { headers } = response;
  const cachedAt = metadata(headers, copyMetadata.cachedAt);
  // Metadata of another format may mean something else: such a copy passes unchanged.
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
