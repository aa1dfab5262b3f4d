/** Lambda's `Invoke`, a function's configuration, and its reserved concurrency. */

import { randomUUID } from 'node:crypto';

import * as v from 'valibot';

import type { Reply } from '../endpoint/reply.ts';
import { errorMessage } from '../error-facts.ts';
import { FunctionFailed, FunctionThrottled } from '../runtime/function-settings.ts';
import type { LambdaFunction } from '../runtime/lambda-function.ts';
import { awsJsonError } from './aws-error.ts';
import { logGroupOf } from './log-events.ts';
import type { Route } from './start-operator.ts';

const Update = v.object({
  Environment: v.optional(v.object({ Variables: v.record(v.string(), v.string()) })),
  RevisionId: v.optional(v.string()),
});

const Concurrency = v.object({ ReservedConcurrentExecutions: v.number() });

/** What changes with an update, besides the variables. */
interface Revision {
  readonly id: string;
  readonly status: 'InProgress' | 'Successful';
}

export function functionRoutes(functions: ReadonlyMap<string, LambdaFunction>): Route {
  const revisions = new Map<string, Revision>();

  return async (method, [kind, name = '', operation], body) => {
    if (kind !== 'functions') return undefined;
    const lambdaFunction = functions.get(name);
    if (lambdaFunction === undefined) {
      return awsJsonError('ResourceNotFoundException', 404, `Function not found: ${name}`);
    }
    const revision = revisions.get(name) ?? { id: randomUUID(), status: 'Successful' };
    revisions.set(name, revision);
    switch (`${method} ${operation}`) {
      case 'POST invocations':
        return invoke(lambdaFunction, body);
      case 'GET configuration':
        // An update takes a while: who asks at once meets it.
        revisions.set(name, { ...revision, status: 'Successful' });
        return configuration(lambdaFunction, name, revision);
      case 'PUT configuration': {
        const update = v.parse(Update, JSON.parse(body));
        if (update.RevisionId !== undefined && update.RevisionId !== revision.id) {
          return awsJsonError('PreconditionFailedException', 412, 'The revision is another one.');
        }
        if (update.Environment !== undefined) {
          lambdaFunction.configure(update.Environment.Variables);
        }
        const next: Revision = { id: randomUUID(), status: 'InProgress' };
        revisions.set(name, next);
        return configuration(lambdaFunction, name, next);
      }
      case 'PUT concurrency':
        lambdaFunction.reservedConcurrency = v.parse(
          Concurrency,
          JSON.parse(body),
        ).ReservedConcurrentExecutions;
        return concurrency(lambdaFunction);
      case 'GET concurrency':
        return concurrency(lambdaFunction);
      case 'DELETE concurrency':
        lambdaFunction.reservedConcurrency = undefined;
        return { status: 204, headers: {}, body: '' };
      default:
        return undefined;
    }
  };
}

async function invoke(lambdaFunction: LambdaFunction, body: string): Promise<Reply> {
  const headers = { 'content-type': 'application/json', 'x-amz-executed-version': '$LATEST' };
  try {
    const event: unknown = body === '' ? {} : JSON.parse(body);
    return { status: 200, headers, body: await lambdaFunction.invoke(event) };
  } catch (error) {
    if (error instanceof FunctionThrottled) {
      return awsJsonError('TooManyRequestsException', 429, error.message);
    }
    if (!(error instanceof FunctionFailed)) throw error;
    return {
      status: 200,
      headers: { ...headers, 'x-amz-function-error': 'Unhandled' },
      body: JSON.stringify({ errorType: error.name, errorMessage: errorMessage(error) }),
    };
  }
}

function concurrency({ reservedConcurrency }: LambdaFunction): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ReservedConcurrentExecutions: reservedConcurrency }),
  };
}

function configuration(
  { variables }: LambdaFunction,
  name: string,
  { id, status }: Revision,
): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      FunctionName: name,
      Environment: { Variables: variables },
      State: 'Active',
      LastUpdateStatus: status,
      RevisionId: id,
      LoggingConfig: { LogGroup: logGroupOf(name) },
    }),
  };
}
