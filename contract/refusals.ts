/** The fixed answers of a directory that cannot send its list, and to a method that is not allowed. */

import { type FixedAnswer, header, problem } from './http.ts';

/** There is neither a database nor a copy to answer from. */
export const unavailable: FixedAnswer = problem(
  503,
  'Service Unavailable',
  'The list is not available at the moment; try again.',
  { [header.retryAfter]: '10' },
);

/** The list is longer than what can be sent without compression, and the request accepts none. */
export const notAcceptable: FixedAnswer = problem(
  406,
  'Not Acceptable',
  'The list cannot be sent in any content coding that the request accepts: use Accept-Encoding: br, gzip.',
  { [header.vary]: header.acceptEncoding },
);

export const methodNotAllowed: FixedAnswer = problem(
  405,
  'Method Not Allowed',
  'The service is read-only: use GET or HEAD.',
  { [header.allow]: 'GET, HEAD, OPTIONS' },
);
