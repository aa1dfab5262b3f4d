/**
 * What an operator's commands ask of AWS besides S3, on 127.0.0.1: the outputs of the stack (CloudFormation), the
 * functions and their configuration (Lambda), invalidations and the edge's functions (CloudFront), and what the functions
 * have logged (CloudWatch Logs). The unchanged AWS SDK talks to it.
 */

import { randomUUID } from 'node:crypto';

import * as v from 'valibot';

import { errorMessage } from '../../aws/errors.ts';
import { edgeFunctionCode } from '../../bundling/edge.ts';
import { serviceStackName } from '../../contract/names.ts';
import { isResponse, loadFunction } from '../cloudfront/edge-functions.ts';
import { type Reply, type Server, startServer } from '../endpoint/server.ts';
import { contentsOf, element, textOf, unescapeXml } from '../endpoint/xml.ts';
import type { LambdaFunction } from '../runtime/lambda-function.ts';
import { awsJsonError, filterLogEvents, type FunctionLogs, functionRoutes } from './lambda.ts';

export interface OperatorOptions {
  /** What the stack says of itself, by the names of `contract/names.ts`. */
  readonly outputs: Readonly<Record<string, string>>;
  /** By their names. */
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  readonly logs: FunctionLogs;
  readonly distributionId: string;
  /** Takes paths out of the edge. */
  readonly invalidate: (paths: readonly string[]) => void;
}

const REQUEST_BYTES = 6 * 1024 * 1024; // Lambda quotas: invocation payload, synchronous

/** A request of which the rest of the path is known: resolves to nothing where there is no such operation. */
export type Route = (
  method: string,
  path: readonly string[],
  body: string,
  ifMatch: string | undefined,
) => Promise<Reply | undefined> | Reply | undefined;

export async function startOperator(options: OperatorOptions): Promise<Server> {
  const onFunctions = functionRoutes(options.functions);
  const onInvalidations = invalidationRoutes(options.distributionId, options.invalidate);
  return startServer(async (call) => {
    const { method = '', url = '', headers } = call.request;
    const ifMatch = headers['if-match'];
    const body = (await call.body(REQUEST_BYTES)).toString();
    const [service = '', ...path] = new URL(url, 'http://local').pathname
      .split('/')
      .slice(1)
      .map(decodeURIComponent);
    switch (service) {
      case '':
        return headers['x-amz-target'] === 'Logs_20140328.FilterLogEvents'
          ? filterLogEvents(body, options.logs)
          : describeStacks(new URLSearchParams(body), options.outputs);
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
}

function xmlReply(body: string, status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'text/xml', ...headers }, body };
}

function awsXmlError(code: string, status: number, message = 'Not implemented here.'): Reply {
  const error = element('Type', 'Sender') + element('Code', code) + element('Message', message);
  return xmlReply(
    `<ErrorResponse><Error>${error}</Error>${element('RequestId', randomUUID())}</ErrorResponse>`,
    status,
  );
}

const LOCAL_STACK = serviceStackName('Local');

/** CloudFormation's `DescribeStacks` for the one stack there is (AWS query protocol). */
function describeStacks(
  request: URLSearchParams,
  outputs: Readonly<Record<string, string>>,
): Reply {
  if (request.get('Action') !== 'DescribeStacks') return awsXmlError('InvalidAction', 400);
  const wanted = request.get('StackName') ?? LOCAL_STACK;
  if (wanted !== LOCAL_STACK) {
    return awsXmlError('ValidationError', 400, `Stack with id ${wanted} does not exist`);
  }
  const members = Object.entries(outputs).map(
    ([key, value]) =>
      `<member>${element('OutputKey', key)}${element('OutputValue', value)}</member>`,
  );
  const stack = [
    element('StackName', LOCAL_STACK),
    element('StackStatus', 'CREATE_COMPLETE'),
    element('CreationTime', new Date(0).toISOString()),
    `<Outputs>${members.join('')}</Outputs>`,
  ].join('');
  return xmlReply(
    `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  );
}

interface Invalidation {
  readonly id: string;
  readonly reference: string;
  readonly paths: readonly string[];
}

/** CloudFront's `CreateInvalidation` and `GetInvalidation`. */
function invalidationRoutes(
  distributionId: string,
  invalidate: (paths: readonly string[]) => void,
): Route {
  const made = new Map<string, Invalidation>();

  return (method, [kind, distribution = '', what, id = ''], body) => {
    if (kind !== 'distribution' || what !== 'invalidation') return undefined;
    if (distribution !== distributionId) {
      return awsXmlError('NoSuchDistribution', 404, 'The specified distribution does not exist.');
    }
    if (method === 'POST') {
      const paths = contentsOf(body, 'Path').map(unescapeXml);
      const reference = textOf(body, 'CallerReference') ?? '';
      const invalidation = { id: `I${made.size + 1}`, reference, paths };
      made.set(invalidation.id, invalidation);
      invalidate(paths);
      return invalidationReply(invalidation, 201, 'InProgress'); // as in AWS, where it takes a minute or two
    }
    const found = made.get(id);
    return found === undefined
      ? awsXmlError('NoSuchInvalidation', 404, 'The specified invalidation does not exist.')
      : invalidationReply(found, 200, 'Completed');
  };
}

function invalidationReply(
  { id, reference, paths }: Invalidation,
  status: number,
  state: string,
): Reply {
  const items = paths.map((path) => element('Path', path)).join('');
  const batch = `<Paths>${element('Quantity', paths.length)}<Items>${items}</Items></Paths>${element('CallerReference', reference)}`;
  const invalidation = [
    element('Id', id),
    element('Status', state),
    element('CreateTime', new Date().toISOString()),
    `<InvalidationBatch>${batch}</InvalidationBatch>`,
  ].join('');
  return xmlReply(
    `<Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">${invalidation}</Invalidation>`,
    status,
  );
}

const FUNCTION_ETAG = 'ETVLOCAL';

/** CloudFront's `DescribeFunction` and `TestFunction`, for the functions of the edge as they would be deployed. */
const edgeFunctionRoutes: Route = (method, [kind, name, operation], body, ifMatch) => {
  if (kind !== 'function') return undefined;
  if (name !== 'viewer-request' && name !== 'viewer-response') {
    return awsXmlError('NoSuchFunctionExists', 404, 'The specified function does not exist.');
  }
  const etag = { etag: FUNCTION_ETAG };
  const summary = `<FunctionSummary>${element('Name', name)}${element('Status', 'UNASSOCIATED')}</FunctionSummary>`;
  switch (`${method} ${operation}`) {
    case 'GET describe':
      return xmlReply(summary, 200, etag);
    case 'POST test': {
      if (ifMatch !== FUNCTION_ETAG) {
        return awsXmlError(
          'InvalidIfMatchVersion',
          400,
          'The If-Match version is missing or not valid.',
        );
      }
      const event = Buffer.from(textOf(body, 'EventObject') ?? '', 'base64').toString();
      const result = testResult(edgeFunctionCode(name), event);
      return xmlReply(`<TestResult>${summary}${result}</TestResult>`, 200, etag);
    }
    default:
      return undefined;
  }
};

const Event = v.looseObject({});

function testResult(code: string, event: string): string {
  try {
    const output = loadFunction(code)(v.parse(Event, JSON.parse(event)));
    const json = JSON.stringify(isResponse(output) ? { response: output } : { request: output });
    return `${element('ComputeUtilization', 10)}${element('FunctionErrorMessage', '')}${element('FunctionOutput', json)}`;
  } catch (error) {
    return element('FunctionErrorMessage', errorMessage(error));
  }
}
