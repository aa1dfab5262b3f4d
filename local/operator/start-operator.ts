/**
 * What an operator's commands ask of AWS besides S3, on 127.0.0.1: the outputs of the stack (CloudFormation), the
 * functions and their configuration (Lambda), invalidations and the edge's functions (CloudFront), and what the functions
 * have logged (CloudWatch Logs). The unchanged AWS SDK talks to it.
 */

import type { Reply } from '../endpoint/reply.ts';
import { type Server, startServer } from '../endpoint/server.ts';
import type { LambdaFunction } from '../runtime/lambda-function.ts';
import { awsJsonError, awsXmlError } from './aws-error.ts';
import { describeStacks } from './describe-stacks.ts';
import { edgeFunctionRoutes } from './edge-function-routes.ts';
import { functionRoutes } from './function-routes.ts';
import { invalidationRoutes } from './invalidation-routes.ts';
import { filterLogEvents, type LogEvent } from './log-events.ts';

export interface OperatorOptions {
  /** What the stack says of itself, by the names of `contract/stage.ts`. */
  readonly outputs: Readonly<Record<string, string>>;
  /** By their names. */
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  /** What a function has written. */
  readonly logOf: (functionName: string) => readonly LogEvent[];
  readonly distributionId: string;
  /** Takes paths out of the edge. */
  readonly invalidate: (paths: readonly string[]) => void;
}

export interface Operator {
  readonly url: string;
  close(): Promise<void>;
}

const REQUEST_BYTES = 6 * 1024 * 1024; // Lambda quotas: invocation payload, synchronous

/** A request of which the rest of the path is known: resolves to nothing where there is no such operation. */
export type Route = (
  method: string,
  path: readonly string[],
  body: string,
  ifMatch: string | undefined,
) => Promise<Reply | undefined> | Reply | undefined;

export async function startOperator(options: OperatorOptions): Promise<Operator> {
  const onFunctions = functionRoutes(options.functions);
  const onInvalidations = invalidationRoutes(options.distributionId, options.invalidate);
  const server: Server = await startServer(async (call) => {
    const { method = '', url = '', headers } = call.request;
    const ifMatch = headers['if-match'];
    const body = (await call.body(REQUEST_BYTES)).toString();
    const [service = '', ...path] = new URL(url, 'http://local').pathname
      .split('/')
      .slice(1)
      .map(decodeURIComponent);
    switch (service) {
      case '':
        if (headers['x-amz-target'] === 'Logs_20140328.FilterLogEvents') {
          return filterLogEvents(body, options.logOf);
        }
        return describeStacks(new URLSearchParams(body), options.outputs);
      case '2015-03-31':
      case '2017-10-31':
      case '2019-09-30':
        return (
          (await onFunctions(method, path, body, ifMatch)) ?? awsJsonError('UnknownOperation', 404)
        );
      case '2020-05-31':
        return (
          (await onInvalidations(method, path, body, ifMatch)) ??
          (await edgeFunctionRoutes(method, path, body, ifMatch)) ??
          awsXmlError('InvalidAction', 404)
        );
      default:
        return awsXmlError('InvalidAction', 404);
    }
  });
  return { url: server.url, close: async () => server.close() };
}
