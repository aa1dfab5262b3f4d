/** Code that the functions for the status and the feeds share. These functions read last-good copies, not the database. */

import { corsHeaders, type FixedAnswer, securityHeaders } from '../contract/http.ts';
import { answerWithoutList, unavailable } from '../contract/routing.ts';

type PartialEvent = {
  readonly requestContext?: { readonly http?: Partial<Record<'method' | 'path', string>> };
} | null;

/**
 * Returns a handler for API Gateway's events.
 *
 * @param usualPath - the path to use if an event does not contain one.
 * @param make - resolves with the answer for a path, or with `undefined` if it cannot be made. In that case, the handler
 * returns a 503, and a cache in front of the service may serve an earlier answer.
 */
export function siteHandler(
  usualPath: string,
  make: (path: string) => Promise<Pick<FixedAnswer, 'headers' | 'body'> | undefined>,
) {
  return async (event: PartialEvent): Promise<FixedAnswer> => {
    const { method = 'GET', path = usualPath } = event?.requestContext?.http ?? {};
    const refusal = answerWithoutList(method, path);
    if (refusal !== undefined) return refusal;
    const made = await make(path);
    if (made === undefined) return unavailable;
    const { headers, body } = made;
    return {
      statusCode: 200,
      headers: { ...headers, ...corsHeaders, ...securityHeaders },
      body: method === 'HEAD' ? '' : body,
    };
  };
}
