/** What is answered at the door, from method and path alone, without asking a directory. */

import {
  corsHeaders,
  type FixedAnswer,
  preflightHeaders,
  problem,
  securityHeaders,
} from './http.ts';
import { allPaths } from './paths.ts';
import { methodNotAllowed } from './refusals.ts';

/** Methods that reach a directory's function. */
export const listMethods: readonly string[] = ['GET', 'HEAD'];

/** The answer to a request that is not for a list, or `undefined` where a directory has to answer. */
export function answerAtDoor(method: string, path: string): FixedAnswer | undefined {
  if (!allPaths.includes(path)) return notFound;
  if (method === 'OPTIONS') return preflight;
  return listMethods.includes(method) ? undefined : methodNotAllowed;
}

const preflight: FixedAnswer = {
  statusCode: 204,
  headers: { ...corsHeaders, ...preflightHeaders, ...securityHeaders },
  body: '',
};

const notFound = problem(
  404,
  'Not Found',
  `The service has these paths only: ${allPaths.join(', ')}.`,
);
