/** A database in virtual time, and what can be wrong with it. Pages and transactions are the matter of the read's own tests. */

import type { Database, Row } from '../../lambda/aws/data-api.ts';
import { awsError } from '../support/aws-error.ts';
import { LEAK, type Portal } from './portal.ts';
import type { Process } from './process.ts';

/** An outage ends by itself, a defect needs a human. */
const errors = {
  outage: [
    awsError('DatabaseUnavailableException', LEAK),
    awsError('DatabaseErrorException', `ERROR: "${LEAK}"; SQLState: 57P01`),
    Object.assign(new Error(LEAK), { code: 'ECONNRESET' }),
    Object.assign(new Error(LEAK), { $metadata: { httpStatusCode: 502 } }),
  ],
  defect: [
    awsError('DatabaseErrorException', 'ERROR: permission denied for view; SQLState: 42501'),
    awsError('DatabaseErrorException', `ERROR: "${LEAK}"; SQLState: 22021`),
    Object.assign(awsError('AccessDeniedException', LEAK), { $metadata: { httpStatusCode: 403 } }),
    new TypeError(LEAK),
  ],
  resuming: [awsError('DatabaseResumingException', LEAK)],
};

export class FakeDatabase {
  readonly #portal: Portal;
  fault: 'none' | keyof typeof errors = 'none';
  /** Which of the errors; of a database that resumes, how often it says so. */
  count = 0;
  milliseconds = 20;

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  for(process: Process): Database {
    return {
      execute: () => async () => {
        const { invocation } = process;
        const asked = { askedAtByClock: process.clock.now(), at: Infinity };
        invocation.read = asked;
        return process.call<readonly Row[]>(this.milliseconds, () => {
          const state = this.#portal.current;
          if (this.fault === 'resuming' && this.count-- <= 0) this.fault = 'none';
          const outcome = this.fault === 'none' ? 'read' : this.fault;
          const among = outcome === 'read' ? [] : errors[outcome];
          const error = among[this.count % among.length];
          const hear = (at: number): void => {
            invocation.read = { ...asked, state, outcome, at };
          };
          return { value: error ?? state.entries.map(({ row }) => row), hear };
        });
      },
      inTransaction: async () => Promise.reject(new Error('one page holds the list')),
      closeConnections: () => {},
    };
  }
}
