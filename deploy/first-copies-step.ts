/**
 * The step of a deployment that has every directory read and its copy written once, so that none meets an outage without
 * a copy, or without the right to keep one.
 */

import { LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';

import type { Step } from './custom-resource.ts';
import { errorMessage } from './error-facts.ts';
import { refresh } from './first-copies/refresh.ts';
import { NotServing, requireServing } from './first-copies/require-serving.ts';
import { parsedProperties } from './parsed-properties.ts';
import { notKnownYet, patiently, type Patience, realWaiting, type Waiting } from './patience.ts';

/** Names of the functions by directory. */
const Properties = v.object({ Functions: v.record(v.string(), v.string()) });

const asked = { acceptDrop: false, proveWrite: true };

export function firstCopiesStep(
  waiting: Waiting = realWaiting,
  client: LambdaClient = new LambdaClient({}),
): Step {
  return async (properties, signal) => {
    const { Functions } = parsedProperties(Properties, properties);
    const patience = { waiting, signal, log: console.log };
    const failures = await Promise.all(
      Object.entries(Functions).map(async ([directory, functionName]) =>
        failureOf(directory, async () => refresh(client, functionName, asked, signal), patience),
      ),
    );
    const reasons = failures.filter((failure) => failure !== undefined);
    if (reasons.length > 0) throw new Error(reasons.join(' '));
  };
}

async function failureOf(
  directory: string,
  ask: () => ReturnType<typeof refresh>,
  patience: Patience,
): Promise<string | undefined> {
  try {
    const copy = await patiently(async () => requireServing(await ask()), whyWait, {
      ...patience,
      log: (line) => {
        patience.log(`${directory}: ${line}`);
      },
    });
    patience.log(`${directory}: ${copy.records} records, read at ${copy.cachedAt}`);
    return undefined;
  } catch (error) {
    return `The directory ${directory} cannot be served: ${errorMessage(error)}.`;
  }
}

/** A database that was paused wakes up, and a new right becomes known; what else is wrong stays wrong. */
function whyWait(error: unknown): string | undefined {
  return error instanceof NotServing && error.heals ? error.message : notKnownYet(error);
}
