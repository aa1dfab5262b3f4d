/**
 * The deployment step that refreshes every directory once. This shows that each function can write its last-good copy. Otherwise
 * a missing permission might be noticed only during an outage.
 */

import { LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';

import type { Refreshed } from '../../contract/refresh-event.ts';
import { ACCESS_DENIED, errorMessage, NotYet } from '../aws/errors.ts';
import { NotServing, requestRefresh } from '../aws/request-refresh.ts';
import { customResource, type Step } from './step.ts';

/** `Functions` maps each directory to the name of its function. */
const Properties = v.object({ Functions: v.record(v.string(), v.string()) });

export type FirstCopiesProperties = v.InferInput<typeof Properties>;

export const handler = customResource(firstCopies());

export function firstCopies(client = new LambdaClient({})): Step {
  return async (properties, signal) => {
    const { Functions } = v.parse(Properties, properties);
    const ask = async ([directory, functionName]: readonly [string, string]): Promise<void> => {
      try {
        const refreshed = await requestRefresh(client, functionName, { acceptDrop: false }, signal);
        const { records, cachedAt } = copyOf(refreshed);
        console.log(`${directory}: ${records} records, read at ${cachedAt}`);
      } catch (cause) {
        const sentence = `The directory ${directory} could not be refreshed: ${errorMessage(cause)}`;
        throw new Error(sentence, { cause });
      }
    };
    const results = await Promise.allSettled(Object.entries(Functions).map(ask));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
}

/**
 * Failures that a deployment tolerates if the function has written a copy. Without a fresh list, a refresh writes the old copy
 * again.
 */
const COVERED = new Set(['DatabaseOutage', 'ListRefused', 'ListTooLong']);

/** Returns the copy that this refresh wrote. An earlier copy would not prove that the function is still allowed to write one. */
function copyOf({ failure, copyWrite, copy }: Refreshed): NonNullable<Refreshed['copy']> {
  const found = failure === undefined ? 'the list was read' : `${failure.name}: ${failure.reason}`;
  if (failure !== undefined && !COVERED.has(failure.name)) {
    throw new (ACCESS_DENIED.test(failure.reason) ? NotYet : NotServing)(found);
  }
  if (copyWrite?.state === 'written' && copy !== undefined) return copy;
  const permissions = "the function's permissions on the bucket";
  if (failure !== undefined && copyWrite === undefined) {
    throw new NotYet(
      `${found}, and no last-good copy was found: check the database, and ${permissions}`,
    );
  }
  const link = failure ? 'and' : 'but';
  if (copyWrite?.state !== 'failed') {
    throw new NotYet(`${found}, ${link} another process has just written the copy: deploy again`);
  }
  const why = copyWrite.reason;
  throw new NotYet(
    `${found}, ${link} no last-good copy was written (${why}): check ${permissions}`,
  );
}
