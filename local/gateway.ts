/**
 * API Gateway on this machine. It answers preflights and unknown paths, turns other requests into events of an HTTP API (payload
 * format 2.0), and turns a function's answer back into HTTP (API Gateway Developer Guide, "Working with AWS Lambda proxy
 * integrations for HTTP APIs"). Unlike the gateway of AWS, it also serves the site.
 */

import { inspect } from 'node:util';

import * as v from 'valibot';

import { isKnown, problem } from '../contract/http.ts';
import { answerWithoutList, notFound } from '../contract/routing.ts';
import { storedPath } from '../contract/site.ts';
import { functionAt } from './configured-functions.ts';
import type { HttpAnswer, HttpRequest } from './http-server.ts';
import { FunctionFailed, type LambdaFunction } from './lambda-function.ts';
import type { SiteFiles } from './site-files.ts';
import type { Faults } from './stand-in.ts';

interface GatewayOptions {
  readonly functions: ReadonlyMap<string, Pick<LambdaFunction, 'invoke'>>;
  readonly site: SiteFiles;
  /** Receives the reason if a function failed. */
  readonly onLog: (text: string) => void;
  /** While it is down, it cannot reach its functions. */
  readonly faults: Pick<Faults, 'name'>;
}

/** The answer if the function fails. In the cloud, the edge then serves the last-good copy. */
const internalError = problem(
  500,
  'Internal Server Error',
  'The list could not be made; try again.',
);

/** API Gateway's own answer, which an HTTP API cannot change. */
const serviceUnavailable: HttpAnswer = {
  statusCode: 503,
  headers: { 'Content-Type': 'application/json' },
  body: '{"message":"Service Unavailable"}',
};

const FunctionAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    statusCode: v.number(),
    headers: v.record(v.string(), v.string()),
    body: v.string(),
    isBase64Encoded: v.optional(v.boolean(), false),
  }),
);

/** Returns the listener of the gateway. Only here does an error become an answer. */
export function gateway({ functions, site, onLog, faults }: GatewayOptions) {
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const { method, path, headers } = request;
    const lambdaFunction = functions.get(functionAt(path) ?? '');
    if (lambdaFunction !== undefined && faults.name === 'down') return serviceUnavailable;
    const withoutList = answerWithoutList(method, path, headers['accept']);
    if (withoutList !== undefined) return withoutList;
    if (lambdaFunction === undefined) {
      return conditional(request, site.get(storedPath(path)) ?? notFound);
    }
    // The parts of an event (payload format 2.0) that the functions read.
    const event = { headers, requestContext: { http: { method, path } } };
    try {
      const answer = v.parse(FunctionAnswer, await lambdaFunction.invoke(event));
      const body = answer.isBase64Encoded ? Buffer.from(answer.body, 'base64') : answer.body;
      return { ...answer, body };
    } catch (error) {
      onLog(`${error instanceof FunctionFailed ? error.message : inspect(error)}\n`);
      return internalError;
    }
  };
}

/** Returns the answer, or 304 if the client already has it. */
export function conditional({ headers }: HttpRequest, answer: HttpAnswer): HttpAnswer {
  const { 'if-none-match': known = '' } = headers;
  const { etag } = answer.headers;
  if (answer.statusCode !== 200 || etag === undefined) return answer;
  return isKnown(etag, known) ? { ...answer, statusCode: 304, body: '' } : answer;
}
