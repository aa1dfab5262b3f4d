/**
 * A stand-in for API Gateway on this machine. It sends redirects, answers to preflights, and errors (such as 404) itself. It
 * turns requests for lists, the status and the feeds into events of an HTTP API (payload format 2.0), and turns a function's
 * answer back into HTTP (API Gateway Developer Guide, "Working with AWS Lambda proxy integrations for HTTP APIs"). Unlike API
 * Gateway, it also serves the files of the site, such as the pages, their assets and the OpenAPI description. In AWS,
 * CloudFront serves these files from a bucket.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';

import * as v from 'valibot';

import { siteSecurityHeaders } from '../contract/edge.ts';
import { corsHeaders, isKnown, problem } from '../contract/http.ts';
import { answerWithoutList, notFound } from '../contract/routing.ts';
import { SITE_FOLDER, siteFile, storedPath } from '../contract/site.ts';
import { functionAt, type Functions } from './configured-functions.ts';
import type { HttpAnswer, HttpRequest } from './http-server.ts';
import { FunctionFailed } from './lambda-function.ts';
import type { Faults } from './stand-in.ts';

interface GatewayOptions {
  readonly functions: Functions;
  readonly site: SiteFiles;
  /** Called with the reason if a function failed. */
  readonly onLog: (text: string) => void;
  /** While the gateway is `down`, it cannot reach its functions. */
  readonly faults: Faults;
}

/** API Gateway's own answer if it cannot reach a function. This answer cannot be customised in an HTTP API. */
const serviceUnavailable: HttpAnswer = {
  statusCode: 503,
  headers: { 'Content-Type': 'application/json' },
  body: '{"message":"Service Unavailable"}',
};

const FunctionAnswer = v.object({
  statusCode: v.number(),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
  isBase64Encoded: v.optional(v.boolean(), false),
});

/** Returns the function that answers requests. If a Lambda function fails, the answer is a 500. */
export function gateway({ functions, site, onLog, faults }: GatewayOptions) {
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const { method, path: requested, headers } = request;
    const lambdaFunction = functions.get(functionAt(requested) ?? '');
    if (lambdaFunction !== undefined && faults.name === 'down') return serviceUnavailable;
    const withoutList = answerWithoutList(method, requested, headers['accept']);
    if (withoutList !== undefined) return withoutList;
    if (lambdaFunction === undefined) {
      return conditional(request, site.get(storedPath(requested)) ?? notFound);
    }
    // The parts of an event (payload format 2.0) that the functions read.
    const event = { headers, requestContext: { http: { method, path: requested } } };
    try {
      const answer = v.parse(FunctionAnswer, await lambdaFunction.invoke(event));
      const body = answer.isBase64Encoded ? Buffer.from(answer.body, 'base64') : answer.body;
      return { ...answer, body };
    } catch (error) {
      onLog(`${error instanceof FunctionFailed ? error.message : inspect(error)}\n`);
      // If the request is for a list, the edge (only with `--edge`) serves the last-good copy instead of this 500.
      return problem(500, 'Internal Server Error', 'The function failed. See its log.');
    }
  };
}

/** Returns the answer, or a 304 if the answer has an ETag and the client already has the same content. */
export function conditional({ headers }: HttpRequest, answer: HttpAnswer): HttpAnswer {
  const { 'if-none-match': known = '' } = headers;
  const { etag } = answer.headers;
  if (answer.statusCode !== 200 || etag === undefined) return answer;
  return isKnown(etag, known) ? { ...answer, statusCode: 304, body: '' } : answer;
}

/** Answers to GET requests, keyed by the path of the file. */
export type SiteFiles = ReadonlyMap<string, HttpAnswer>;

/**
 * Reads the files of the site. @param folder - the output of `bundleLocal`. @param origin - the public address of the service.
 */
export function siteFiles(folder: string, origin: string): SiteFiles {
  const site = path.join(folder, SITE_FOLDER);
  const names = readdirSync(site, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => path.extname(name) !== ''); // the others are folders
  const answers = files.map((file) => {
    const name = file.replaceAll(path.sep, '/');
    const { body, headers: own } = siteFile(name, readFileSync(path.join(site, file)), origin);
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
    const headers = { ...own, etag, ...corsHeaders, ...siteSecurityHeaders };
    return [`/${name}`, { statusCode: 200, headers, body }] as const;
  });
  return new Map(answers);
}
