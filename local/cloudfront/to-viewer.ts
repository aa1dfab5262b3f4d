import { edgeSecurityHeaders, siteSecurityHeaders } from '../../contract/edge.ts';
import { corsHeaders } from '../../contract/http.ts';
import { isSitePath, sitePaths } from '../../contract/site.ts';
import type { HttpAnswer } from '../http-api.ts';
import type { CacheResult, EdgeRequest } from './edge.ts';

/** The last touch: what the response headers policy adds on every status, the 304 and the HEAD, and who answered. */
export function toViewer(
  { method, path, ifNoneMatch, origin }: EdgeRequest,
  answer: HttpAnswer,
  result: CacheResult,
): HttpAnswer {
  const { statusCode, body } = answer;
  const headers = {
    ...lowerCase(answer.headers),
    ...lowerCase(isOfSite(path, result) ? siteSecurityHeaders : edgeSecurityHeaders),
    ...(origin === '' ? {} : lowerCase(corsHeaders)),
    via: '1.1 local (CloudFront)',
    'x-cache': `${result} from cloudfront`,
  };
  if (statusCode === 200 && matches(ifNoneMatch, headers)) {
    return { statusCode: 304, headers, body: Buffer.alloc(0) };
  }
  return { statusCode, headers, body: method === 'HEAD' ? Buffer.alloc(0) : body };
}

/** What the function at the door made brings its own headers. */
function isOfSite(path: string, result: CacheResult): boolean {
  return isSitePath(path) && path !== sitePaths.status && result !== 'FunctionGeneratedResponse';
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Weak comparison (RFC 9110, section 13.1.2). */
function matches(ifNoneMatch: string, headers: Readonly<Record<string, string>>): boolean {
  const { etag } = headers;
  if (ifNoneMatch === '' || etag === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//u, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === opaque);
}
