/**
 * The step of a deployment that has every directory read and its copy written once, so that none meets an outage without
 * a copy, or without the permission to keep one.
 */

import { LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';

import { customResource, parsedProperties, type Step } from './custom-resource.ts';
import { errorMessage } from '../aws/errors.ts';
import { NotServing, refresh, requireServing } from '../aws/refresh.ts';
import { notKnownYet, retry, type RetryOptions, realWaiting, type Waiting } from '../aws/retry.ts';

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
    const retryOptions = { waiting, signal, log: console.log };
    const failures = await Promise.all(
      Object.entries(Functions).map(async ([directory, functionName]) =>
        failureMessage(
          directory,
          async () => refresh(client, functionName, asked, signal),
          retryOptions,
        ),
      ),
    );
    const reasons = failures.filter((failure) => failure !== undefined);
    if (reasons.length > 0) throw new Error(reasons.join(' '));
  };
}

async function failureMessage(
  directory: string,
  ask: () => ReturnType<typeof refresh>,
  retryOptions: RetryOptions,
): Promise<string | undefined> {
  try {
    const copy = await retry(async () => requireServing(await ask()), whyWait, {
      ...retryOptions,
      log: (line) => {
        retryOptions.log(`${directory}: ${line}`);
      },
    });
    retryOptions.log(`${directory}: ${copy.records} records, read at ${copy.cachedAt}`);
    return undefined;
  } catch (error) {
    return `The directory ${directory} cannot be served: ${errorMessage(error)}.`;
  }
}

/** A database that was paused wakes up, and a new permission becomes known; what else is wrong stays wrong. */
function whyWait(error: unknown): string | undefined {
  return error instanceof NotServing && error.isTransient ? error.message : notKnownYet(error);
}
