/** Routing at the edge: what the method and path alone decide is answered here, without waking a function. */

import { answerWithoutList } from '../../contract/routing.ts';
import { edgeSecurityHeaders } from '../../contract/edge.ts';
import type { FixedAnswer } from '../../contract/http.ts';
import { storedPath } from '../../contract/site.ts';
import { type EdgeRequest, type EdgeResponse, setHeaders } from './cloudfront-event.ts';

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  204: 'No Content',
  404: 'Not Found',
  405: 'Method Not Allowed',
};

export function handler({ request }: { request: EdgeRequest }): EdgeRequest | EdgeResponse {
  const answer = answerWithoutList(request.method, request.uri);
  if (answer !== undefined) return toResponse(answer);
  request.uri = storedPath(request.uri);
  return request;
}

function toResponse({ statusCode, headers, body }: FixedAnswer): EdgeResponse {
  const response: EdgeResponse = {
    statusCode,
    statusDescription: DESCRIPTIONS[statusCode] ?? '',
    headers: {},
  };
  setHeaders(response.headers, headers);
  setHeaders(response.headers, edgeSecurityHeaders);
  if (body !== '') response.body = { encoding: 'text', data: body };
  return response;
}
