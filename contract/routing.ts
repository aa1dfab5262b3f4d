/** What is answered from method and path alone, without asking a directory. */

import {
  corsHeaders,
  type FixedAnswer,
  preflightHeaders,
  problem,
  securityHeaders,
} from './http.ts';
import { allPaths } from './paths.ts';
import { methodNotAllowed } from './refusals.ts';
import { isSitePath, sitePaths } from './site.ts';

/** Methods that reach a list or a part of the site. */
export const listMethods: readonly string[] = ['GET', 'HEAD'];

/** The answer to a request that reaches no list and no part of the site, or `undefined` if one of these has to answer. */
export function answerWithoutList(method: string, path: string): FixedAnswer | undefined {
  if (!allPaths.includes(path) && !isSitePath(path)) return notFound;
  if (method === 'OPTIONS') return preflight;
  return listMethods.includes(method) ? undefined : methodNotAllowed;
}

const preflight: FixedAnswer = {
  statusCode: 204,
  headers: { ...corsHeaders, ...preflightHeaders, ...securityHeaders },
  body: '',
};

export const notFound = problem(
  404,
  'Not Found',
  `The lists are at ${allPaths.join(', ')}; the page at ${sitePaths.page} says what they are.`,
);
