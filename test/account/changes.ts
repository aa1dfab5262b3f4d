/**
 * Disables a function in AWS, or the gateway on this machine, and enables it again. If a run is interrupted, a later run
 * enables it.
 */

import { setTimeout as pause } from 'node:timers/promises';

import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
  TagResourceCommand,
  UntagResourceCommand,
} from '@aws-sdk/client-lambda';

/**
 * Name of the tag on a function that this suite has disabled. The value of the tag is the reserved concurrency that the
 * function had before, so that it can be restored.
 */
const TAG = 'account-test-reserved-concurrency';
const NONE = 'none';

/** Time until a change to a function's concurrency takes effect. */
const EFFECTIVE_MS = 15_000;

export interface Changes {
  disable(): Promise<void>;
  /**
   * Enables the function or the gateway again. If this suite has not disabled the function, its concurrency does not change.
   */
  enable(): Promise<void>;
  /** Lets time pass: in AWS by waiting, and on this machine by advancing the clock of the stand-in for CloudFront. */
  pass(seconds: number): Promise<void>;
}

export function changesOnAws(FunctionName: string): Changes {
  const lambda = new LambdaClient();
  const find = async () => lambda.send(new GetFunctionCommand({ FunctionName }));
  const set = async (ReservedConcurrentExecutions: number): Promise<unknown> =>
    lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions }));
  return {
    async disable() {
      const { Configuration, Concurrency } = await find();
      const Tags = { [TAG]: String(Concurrency?.ReservedConcurrentExecutions ?? NONE) };
      await lambda.send(new TagResourceCommand({ Resource: Configuration?.FunctionArn, Tags }));
      await set(0);
      await pause(EFFECTIVE_MS);
    },
    async enable() {
      const { Configuration, Tags } = await find();
      const before = Tags?.[TAG];
      if (before === undefined) return;
      if (before === NONE)
        await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
      else await set(Number(before));
      const Resource = Configuration?.FunctionArn;
      await lambda.send(new UntagResourceCommand({ Resource, TagKeys: [TAG] }));
      await pause(EFFECTIVE_MS);
    },
    pass: async (seconds) => pause(seconds * 1000),
  };
}

/** Returns the `Changes` of a service that `npm start -- --edge` runs. The methods call the routes at `/_local/`. */
export function changesHere(address: string): Changes {
  const turn = async (route: string): Promise<void> => {
    const { ok } = await fetch(new URL(`/_local/${route}`, address), { method: 'POST' });
    if (!ok)
      throw new Error(
        `The service at ${address} does not have the switch ${route}. Start it with: npm start -- --edge`,
      );
  };
  return {
    disable: async () => turn('gateway/down'),
    enable: async () => turn('gateway/up'),
    pass: async (seconds) => turn(`edge/later/${seconds}`),
  };
}
