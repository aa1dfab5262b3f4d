/** The door: what can be answered from method and path alone is answered here, without waking anything. */

import { answerWithoutList } from '../contract/routing.ts';
import { edgeSecurityHeaders } from '../contract/edge.ts';
import type { FixedAnswer } from '../contract/http.ts';
import { PAGE_FILE, sitePaths } from '../contract/site.ts';
import type { EdgeRequest, EdgeResponse, ViewerRequestEvent } from './cloudfront-event.ts';
import { setHeaders } from './headers.ts';

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  204: 'No Content',
  404: 'Not Found',
  405: 'Method Not Allowed',
};

export function handler({ request }: ViewerRequestEvent): EdgeRequest | EdgeResponse {
  const answer = answerWithoutList(request.method, request.uri);
  if (answer !== undefined) return toResponse(answer);
  if (request.uri === sitePaths.page) request.uri = `/${PAGE_FILE}`;
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
