/** What the functions beside the lists have in common: they answer from the last-good copies, and never query the database. */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import { type Clock, Deadline } from './aws/clock.ts';
import type { Copy, LastGood } from './aws/last-good.ts';
import type { Directory } from '../contract/directories.ts';
import { corsHeaders, type FixedAnswer, securityHeaders } from '../contract/http.ts';
import { STORE_MS } from '../contract/limits.ts';
import { answerWithoutList } from '../contract/routing.ts';

type PartialEvent = {
  readonly requestContext?: Partial<APIGatewayProxyEventV2['requestContext']>;
} | null;

export type SiteHandler = (event: PartialEvent) => Promise<FixedAnswer>;

/** @param usualPath - of an event that names none. */
export function siteHandler(
  usualPath: string,
  make: (path: string) => Promise<Pick<FixedAnswer, 'headers' | 'body'>>,
): SiteHandler {
  return async (event) => {
    const { method = 'GET', path = usualPath } = event?.requestContext?.http ?? {};
    const refusal = answerWithoutList(method, path);
    if (refusal !== undefined) return refusal;
    const { headers, body } = await make(path);
    return {
      statusCode: 200,
      headers: { ...headers, ...corsHeaders, ...securityHeaders },
      body: method === 'HEAD' ? '' : body,
    };
  };
}

/** Reads side by side. @param work - calls what it is given for each copy that it needs. */
export async function withCopies<T>(
  clock: Clock,
  lastGood: LastGood,
  work: (read: (directory: Directory) => Promise<Copy>) => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(clock, STORE_MS);
  const copies = await work(async (directory) => lastGood.read(directory, deadline.signal));
  deadline.end();
  lastGood.closeConnections();
  return copies;
}
