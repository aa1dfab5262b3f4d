/**
 * Builds the code of the two CloudFront Functions. The code of a function consists of a constant with values from `contract/`,
 * followed by a script from `lambda/edge/`. Besides ES 5.1, the scripts may use only a few later features, such as const, let,
 * template literals, arrow functions and some methods (CloudFront Developer Guide, "JavaScript runtime 2.0 features for
 * CloudFront Functions").
 */

import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import path from 'node:path';

import { edgeSecurityHeaders } from '../contract/edge.ts';
import { corsHeaders, type FixedAnswer, header } from '../contract/http.ts';
import { copyFormat } from '../contract/names.ts';
import * as routing from '../contract/routing.ts';
import { ASSET_PATTERN, pageFiles } from '../contract/site.ts';

export type EdgeScript = 'viewer-request' | 'viewer-response';

/** For each script, the value of the constant `contract`. */
const shared: Readonly<Record<EdgeScript, unknown>> = {
  'viewer-request': {
    paths: routing.knownPaths,
    assetPattern: ASSET_PATTERN,
    files: pageFiles,
    methods: routing.listMethods,
    notFound: answer(routing.notFound),
    notFoundPage: answer(routing.notFoundPage),
    redirects: Object.fromEntries(
      Object.entries(routing.redirects).map(([from, to]) => [from, answer(to)]),
    ),
    preflight: answer(routing.preflight),
    methodNotAllowed: answer(routing.methodNotAllowed),
  },
  'viewer-response': {
    format: copyFormat,
    staleHeaders: eventHeaders({
      ...corsHeaders,
      [header.dataSource]: 'last-good',
      Vary: 'Accept-Encoding',
    }),
  },
};

export function edgeScript(name: EdgeScript): string {
  const file = path.join(import.meta.dirname, `../lambda/edge/${name}.js`);
  return `const contract = ${JSON.stringify(shared[name])};\n\n${readFileSync(file, 'utf8')}`;
}

/** Returns an answer in CloudFront's format (CloudFront Developer Guide, "CloudFront Functions event structure"). */
function answer({ statusCode, headers, body }: FixedAnswer) {
  return {
    statusCode,
    statusDescription: STATUS_CODES[statusCode],
    headers: eventHeaders({ ...edgeSecurityHeaders, ...headers }),
    ...(body === '' ? {} : { body: { encoding: 'text', data: body } }),
  };
}

function eventHeaders(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { value }]),
  );
}
