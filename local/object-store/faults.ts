/** The ways in which the object store can be told to fail. */

import type { Fault, FaultTable } from '../endpoint/faults.ts';
import { errorReply, type S3Code } from './s3-error.ts';

export const objectStoreFaults: FaultTable = {
  up: { description: 'healthy', does: 'pass' },
  down: { description: 'every connection is reset', does: 'refuse' },
  denied: failing('AccessDenied', '403: this function may not'),
  slow: { description: 'answers, but only after some seconds (2 unless told)', does: 'delay' },
  hang: { description: 'never answers', does: 'hang' },
  reset: { description: 'breaks the connection', does: 'reset' },
  unavailable: failing('ServiceUnavailable', '503: S3 is away'),
  throttled: failing('SlowDown', '503: too many requests'),
  broken: failing('InternalError', '500: an error inside S3'),
  conflict: failing('ConditionalRequestConflict', '409: another write to the key won'),
};

function failing(code: S3Code, description: string): Fault {
  return { description, does: errorReply(code, 'Told to fail.') };
}
