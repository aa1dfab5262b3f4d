/** Wakes a database that sleeps, or waits for one that is not there yet. */

import { errorName } from '../../aws/error-facts.ts';
import { retry, type RetryOptions } from '../../aws/retry.ts';
import type { Run } from './data-api.ts';

/** On a first call these pass by themselves: by the error's name, because half of them arrive as HTTP 400. */
const PASSING: ReadonlyMap<string, string> = new Map([
  ['DatabaseResumingException', 'the paused database is waking up'],
  ['DatabaseUnavailableException', 'the writer instance is not available yet'],
  ['DatabaseNotFoundException', 'the cluster has no instance yet'],
  ['HttpEndpointNotEnabledException', 'the Data API of the cluster is not enabled yet'],
  ['StatementTimeoutException', 'the database did not answer in time'],
]);

export async function awake(run: Run, retryOptions: RetryOptions): Promise<void> {
  await retry(
    async () => run('select 1'),
    (error) => PASSING.get(errorName(error)),
    retryOptions,
  );
}
