/** Makes the one description of the service, OpenAPI 3.1, from the contract. */

import { header } from '../contract/http.ts';
import type { OpenApiDocument, Parameter } from './openapi/document.ts';
import { headers } from './openapi/headers.ts';
import { info, tags } from './openapi/info.ts';
import { listPaths } from './openapi/list-paths.ts';
import { responses } from './openapi/responses.ts';
import { schemas } from './openapi/schemas.ts';
import { statusPath } from './openapi/status-path.ts';

export interface OpenApiOptions {
  /** Address of the lists, which ends in `/v1`. */
  readonly serverUrl: string;
  /** What that server is, in a sentence. */
  readonly serverDescription: string;
}

const PREFIX = '/v1';

export function openApiDocument({ serverUrl, serverDescription }: OpenApiOptions): OpenApiDocument {
  if (!serverUrl.endsWith(PREFIX)) throw new Error(`${serverUrl} does not end in ${PREFIX}`);
  const origin = serverUrl.slice(0, -PREFIX.length);
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: serverUrl, description: serverDescription }],
    security: [],
    tags,
    paths: {
      ...listPaths(PREFIX),
      ...statusPath({ url: origin, description: `${serverDescription} Outside of ${PREFIX}.` }),
    },
    components: {
      schemas: schemas(),
      parameters: { IfNoneMatch: ifNoneMatch },
      headers,
      responses,
    },
  };
}

const ifNoneMatch: Parameter = {
  name: header.ifNoneMatch,
  in: 'header',
  required: false,
  description: 'The `ETag` of the list that you have: an unchanged one is answered with 304.',
  schema: { type: 'string' },
  example: headers[header.etag].example,
};
