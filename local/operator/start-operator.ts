/**
 * What an operator's commands ask of AWS besides S3, on 127.0.0.1: the outputs of the stack (CloudFormation), the
 * functions and their configuration (Lambda), invalidations and the edge's functions (CloudFront), and what the functions
 * have logged (CloudWatch Logs). The unchanged AWS SDK talks to it.
 */

import * as v from 'valibot';

import { serviceStackName } from '../../contract/names.ts';
import { edgeScript } from '../../lambda/edge/scripts.ts';
import { isResponse, loadFunction } from '../cloudfront/edge-functions.ts';
import { element, jsonError, textsOf, xmlReply } from '../endpoint/replies.ts';
import { type Reply, type Server, startServer } from '../endpoint/server.ts';

import type { LambdaFunction } from '../runtime/lambda-function.ts';
import { filterLogEvents, type FunctionLogs, functionRoute } from './lambda.ts';

export interface OperatorOptions {
  /** What the stack says of itself, by the names of `contract/names.ts`. */
  readonly outputs: Readonly<Record<string, string>>;
  /** By their names. */
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  readonly logs: FunctionLogs;
  /** Takes paths out of the edge. */
  readonly invalidate: (paths: readonly string[]) => void;
}

export async function startOperator(options: OperatorOptions): Promise<Server> {
  const onFunction = functionRoute(options.functions);
  return startServer(async (call) => {
    const { method = '', url = '', headers } = call.request;
    const body = (await call.body()).toString();
    // The first part of a path is the version of a service's interface.
    const [version = '', ...path] = new URL(url, 'http://local').pathname
      .split('/')
      .slice(1)
      .map(decodeURIComponent);
    switch (`${version} ${path[0] ?? ''}`) {
      case ' ':
        return headers['x-amz-target'] === 'Logs_20140328.FilterLogEvents'
          ? filterLogEvents(body, options.logs)
          : describeStacks(new URLSearchParams(body), options.outputs);
      case '2015-03-31 functions':
      case '2017-10-31 functions':
      case '2019-09-30 functions':
        return onFunction(method, path, body);
      case '2020-05-31 distribution':
        return invalidation(method, path, body, options.invalidate);
      case '2020-05-31 function':
        return edgeFunction(method, path, body);
      default:
        return jsonError('UnknownOperation', 404);
    }
  });
}

function awsXmlError(code: string, status: number, message = 'Not implemented here.'): Reply {
  const error = element('Type', 'Sender') + element('Code', code) + element('Message', message);
  return xmlReply(`<ErrorResponse><Error>${error}</Error></ErrorResponse>`, status);
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

/** CloudFront's `CreateInvalidation` and `GetInvalidation`, which in AWS takes a minute or two to be completed. */
function invalidation(
  method: string,
  [, , , id = 'I1']: readonly string[],
  body: string,
  invalidate: OperatorOptions['invalidate'],
): Reply {
  if (method === 'POST') invalidate(textsOf(body, 'Path'));
  const state =
    element('Id', id) + element('Status', method === 'POST' ? 'InProgress' : 'Completed');
  return xmlReply(
    `<Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">${state}</Invalidation>`,
    method === 'POST' ? 201 : 200,
  );
}

const Event = v.pipe(v.string(), v.parseJson(), v.looseObject({}));

/** CloudFront's `DescribeFunction` and `TestFunction`, for the functions of the edge as they would be deployed. */
function edgeFunction(method: string, [, name, operation]: readonly string[], body: string): Reply {
  if (name !== 'viewer-request' && name !== 'viewer-response') {
    return awsXmlError('NoSuchFunctionExists', 404, 'The specified function does not exist.');
  }
  switch (`${method} ${operation}`) {
    case 'GET describe':
      return xmlReply(`<FunctionSummary>${element('Name', name)}</FunctionSummary>`, 200, {
        etag: 'ETVLOCAL',
      });
    case 'POST test': {
      const event = Buffer.from(textsOf(body, 'EventObject')[0] ?? '', 'base64').toString();
      const output = loadFunction(edgeScript(name))(v.parse(Event, event));
      const json = JSON.stringify(isResponse(output) ? { response: output } : { request: output });
      return xmlReply(
        `<TestResult>${element('ComputeUtilization', 10)}${element('FunctionErrorMessage', '')}${element('FunctionOutput', json)}</TestResult>`,
      );
    }
    default:
      return awsXmlError('InvalidAction', 404);
  }
}
