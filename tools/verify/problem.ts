/** Whether an error is told as RFC 9457 has it. */

import { PROBLEM_CONTENT_TYPE } from '../../contract/http.ts';
import { decodedBody, mediaTypeOf } from './answer.ts';
import type { Answer } from './exchange.ts';

export function problemFlaws(answer: Answer): string[] {
  if (mediaTypeOf(answer) !== PROBLEM_CONTENT_TYPE)
    return [`the ${answer.status} is no ${PROBLEM_CONTENT_TYPE}`];
  return statusInside(answer) === answer.status
    ? []
    : [`the body of the ${answer.status} does not repeat its status`];
}

function statusInside(answer: Answer): unknown {
  try {
    const body: unknown = JSON.parse(decodedBody(answer)?.toString() ?? '');
    return typeof body === 'object' && body !== null && 'status' in body ? body.status : undefined;
  } catch {
    return undefined;
  }
}
