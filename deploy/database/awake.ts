/** Wakes a database that sleeps, or waits for one that is not there yet. */

import { errorName } from '../error-facts.ts';
import { patiently, type Patience } from '../patience.ts';
import type { Run } from './data-api.ts';

/** On a first call these pass by themselves: by the error's name, because half of them arrive as HTTP 400. */
const PASSING: ReadonlyMap<string, string> = new Map([
  ['DatabaseResumingException', 'the paused database is waking up'],
  ['DatabaseUnavailableException', 'the writer instance is not available yet'],
  ['DatabaseNotFoundException', 'the cluster has no instance yet'],
  ['HttpEndpointNotEnabledException', 'the Data API of the cluster is not enabled yet'],
  ['StatementTimeoutException', 'the database did not answer in time'],
]);

/** While a stage is made: a right that was given a moment ago is not known everywhere (IAM is eventually consistent). */
const NEW_RIGHTS: ReadonlyMap<string, string> = new Map([
  ['AccessDeniedException', 'the right to use the Data API is not known there yet'],
  ['ForbiddenException', 'the right to use the Data API is not known there yet'],
]);

/** `rightsAreNew`: a refusal too may pass by itself. */
export async function awake(
  run: Run,
  patience: Patience,
  { rightsAreNew = false } = {},
): Promise<void> {
  await patiently(
    async () => run('select 1'),
    (error) => {
      const name = errorName(error);
      return PASSING.get(name) ?? (rightsAreNew ? NEW_RIGHTS.get(name) : undefined);
    },
    patience,
  );
}
