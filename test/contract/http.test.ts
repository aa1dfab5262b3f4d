import {
  corsHeaders,
  dataSources,
  header,
  listCacheControl,
  preflightHeaders,
  problem,
  securityHeaders,
} from '../../contract/http.ts';

/** Word for word as published to clients; the code has each of them in one place. */
describe('what was published to clients about HTTP', () => {
  it('is how long a list may be kept, and how long while the service fails', () => {
    expect(listCacheControl(3600)).toBe('public, max-age=3600, stale-if-error=86400');
    expect(listCacheControl(0)).toBe('public, max-age=0, stale-if-error=86400');
  });

  it('is that a script on any origin may read the body and these headers', () => {
    expect(corsHeaders).toEqual({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'X-Cached-At, X-Data-Source, ETag, Age, Retry-After',
    });
    expect(preflightHeaders).toEqual({
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': 'If-None-Match, If-Modified-Since',
      'Access-Control-Max-Age': '86400',
    });
  });

  it('is that a body is what its type says', () => {
    expect(securityHeaders).toEqual({ 'X-Content-Type-Options': 'nosniff' });
  });

  it('is where a list comes from', () => {
    expect(dataSources).toEqual(['database', 'last-good']);
  });

  it('is the names of the headers', () => {
    expect(Object.values(header)).toEqual([
      'Accept',
      'Accept-Encoding',
      'Allow',
      'Cache-Control',
      'X-Cached-At',
      'Content-Encoding',
      'Content-Type',
      'X-Data-Source',
      'ETag',
      'If-None-Match',
      'Retry-After',
      'Vary',
    ]);
  });

  it('is the shape of an error, which no cache keeps and every script may read', () => {
    expect(problem(404, 'Not Found', 'There is no such path.', { Allow: 'GET' })).toEqual({
      statusCode: 404,
      headers: {
        'Content-Type': 'application/problem+json',
        'Cache-Control': 'no-store',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'X-Cached-At, X-Data-Source, ETag, Age, Retry-After',
        'X-Content-Type-Options': 'nosniff',
        Allow: 'GET',
      },
      body: '{"type":"about:blank","title":"Not Found","status":404,"detail":"There is no such path."}',
    });
  });
});
