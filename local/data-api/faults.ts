/** The ways in which the Data API endpoint can be told to fail. */

import type { Fault, FaultTable } from '../endpoint/faults.ts';
import { type ExceptionName, exceptions } from './exceptions.ts';
import { exceptionReply } from './replies.ts';

/** Short names for what happens in life; every other exception stands under its own name. */
export const dataApiFaults: FaultTable = {
  up: { description: 'healthy', does: 'pass' },
  down: { description: 'every connection is reset', does: 'refuse' },
  resuming: throwing(
    'DatabaseResumingException',
    'The Aurora DB instance is resuming after being auto-paused. Please wait a few seconds and try again.',
  ),
  unavailable: throwing('DatabaseUnavailableException', 'The writer instance is not available.'),
  timeout: throwing('StatementTimeoutException', 'Request timed out'),
  hang: { description: 'never answers', does: 'hang' },
  slow: { description: 'answers, but only after some seconds (2 unless told)', does: 'delay' },
  reset: { description: 'breaks the connection', does: 'reset' },
  throttled: throwing('ThrottlingException', 'Rate exceeded'),
  denied: throwing(
    'AccessDeniedException',
    'User is not authorized to perform: rds-data:ExecuteStatement',
  ),
  garbage: {
    description: 'answers 200 with a page of HTML',
    does: {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<!doctype html><title>It works!</title>\n',
    },
  },
  ...Object.fromEntries(
    Object.entries(exceptions).map(([name, exception]) => [
      name,
      failing(name, exception, 'Told to fail.'),
    ]),
  ),
};

function throwing(name: ExceptionName, message: string): Fault {
  return failing(name, exceptions[name], message);
}

function failing(
  name: string,
  { status, means }: { status: number; means: string },
  message: string,
): Fault {
  return {
    description: `${status} ${name}: ${means}`,
    does: exceptionReply(name, status, message),
  };
}
