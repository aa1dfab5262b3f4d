/**
 * A fake database in virtual time, with faults. It supports only lists that fit in one response of the Data API.
 * `test/lambda/read.test.ts` tests longer lists.
 */

import type { Database, Row } from '../../lambda/aws/data-api.ts';
import { awsError } from '../support/aws-error.ts';
import { LEAK, type Portal } from './portal.ts';
import type { Process } from './process.ts';

/** The errors of each fault. An outage ends without anyone acting, but a person must repair a defect. */
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
  /**
   * Selects the error with which calls fail, if the fault is `outage` or `defect`. If the fault is `resuming`, this is the
   * number of calls that still fail.
   */
  count = 0;
  milliseconds = 20;

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  for(process: Process): Database {
    return {
      execute: () => async () => {
        const { invocation } = process;
        const call = { askedAtByClock: process.clock.now(), at: Infinity };
        invocation.read = call;
        return process.call<readonly Row[]>(this.milliseconds, () => {
          const state = this.#portal.current;
          if (this.fault === 'resuming' && this.count-- <= 0) this.fault = 'none';
          const outcome = this.fault === 'none' ? 'read' : this.fault;
          const candidates = outcome === 'read' ? [] : errors[outcome];
          const error = candidates[this.count % candidates.length];
          const hear = (at: number): void => {
            invocation.read = { ...call, state, outcome, at };
          };
          return { value: error ?? state.entries.map(({ row }) => row), hear };
        });
      },
      inTransaction: async () => Promise.reject(new Error('this fake has no transactions')),
      closeConnections: () => {},
    };
  }
}
