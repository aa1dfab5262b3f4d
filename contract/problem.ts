/** The body of an error of the service's own (RFC 9457). */

import * as v from 'valibot';

import { name, text } from './fields.ts';

export const Problem = v.pipe(
  v.object({
    type: v.pipe(
      text,
      v.description('What kind of problem it is; `about:blank` says no more than the status does.'),
    ),
    title: v.pipe(name, v.description('The status in words.')),
    status: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(400),
      v.maxValue(599),
      v.description('The HTTP status of the answer.'),
    ),
    detail: v.pipe(name, v.description('What a client can do about it.')),
  }),
  v.title('Problem'),
  v.description('Why there is no list (RFC 9457, problem details for HTTP APIs).'),
);

export type Problem = v.InferOutput<typeof Problem>;
