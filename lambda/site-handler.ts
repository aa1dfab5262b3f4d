/** What the functions beside the lists have in common: they answer from the last-good copies, and never query the database. */

import { corsHeaders, type FixedAnswer, securityHeaders } from '../contract/http.ts';
import { answerWithoutList, unavailable } from '../contract/routing.ts';

type PartialEvent = {
  readonly requestContext?: {
    readonly http?: { readonly method?: string; readonly path?: string };
  };
} | null;

export type SiteHandler = (event: PartialEvent) => Promise<FixedAnswer>;

/**
 * @param usualPath - of an event that names none.
 * @param make - gives nothing where it cannot answer: a cache in front then serves what it has.
 */
export function siteHandler(
  usualPath: string,
  make: (path: string) => Promise<Pick<FixedAnswer, 'headers' | 'body'> | undefined>,
): SiteHandler {
  return async (event) => {
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
