/**
 * The step of a deployment that has every directory read and its copy written once, so that none meets an outage without
 * a copy, or without the permission to keep one.
 */

import { LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';

import { customResource, parsedProperties, type Step } from './custom-resource.ts';
import { errorMessage } from '../aws/errors.ts';
import { NotServing, refresh, requireServing } from '../aws/refresh.ts';
import { notKnownYet, realWaiting, retry, type Waiting } from '../aws/retry.ts';

/** Names of the functions by directory. */
const Properties = v.object({ Functions: v.record(v.string(), v.string()) });

const asked = { acceptDrop: false, proveWrite: true };

export const handler = customResource(firstCopiesStep());

export function firstCopiesStep(
  waiting: Waiting = realWaiting,
  client: LambdaClient = new LambdaClient({}),
): Step {
  return async (properties, signal) => {
    const { Functions } = parsedProperties(Properties, properties);
    const failures = await Promise.all(
      Object.entries(Functions).map(async ([directory, functionName]) => {
        const ask = async () => requireServing(await refresh(client, functionName, asked, signal));
        const log = (line: string): void => {
          console.log(`${directory}: ${line}`);
        };
        try {
          const copy = await retry(ask, whyWait, { waiting, signal, log });
          log(`${copy.records} records, read at ${copy.cachedAt}`);
          return [];
        } catch (error) {
          return [`The directory ${directory} cannot be served: ${errorMessage(error)}.`];
        }
      }),
    );
    const reasons = failures.flat();
    if (reasons.length > 0) throw new Error(reasons.join(' '));
  };
}

/** A database that was paused wakes up, and a new permission becomes known; what else is wrong stays wrong. */
function whyWait(error: unknown): string | undefined {
  return error instanceof NotServing && error.isTransient ? error.message : notKnownYet(error);
}
