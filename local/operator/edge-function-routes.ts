/** CloudFront's `DescribeFunction` and `TestFunction`, for the functions of the edge as they would be deployed. */

import { edgeFunctionCode } from '../../bundling/edge.ts';
import { loadFunction } from '../cloudfront/load-function.ts';
import type { Reply } from '../endpoint/reply.ts';
import { element, textOf } from '../endpoint/xml.ts';
import { errorMessage } from '../error-facts.ts';
import { awsXmlError } from './aws-error.ts';
import type { Route } from './start-operator.ts';

const ETAG = 'ETVLOCAL';

export const edgeFunctionRoutes: Route = (method, [kind, name, operation], body, ifMatch) => {
  if (kind !== 'function') return undefined;
  if (name !== 'viewer-request' && name !== 'viewer-response') {
    return awsXmlError('NoSuchFunctionExists', 404, 'The specified function does not exist.');
  }
  const summary = `<FunctionSummary>${element('Name', name)}${element('Status', 'UNASSOCIATED')}</FunctionSummary>`;
  switch (`${method} ${operation}`) {
    case 'GET describe':
      return toReply(summary);
    case 'POST test': {
      if (ifMatch !== ETAG) {
        return awsXmlError(
          'InvalidIfMatchVersion',
          400,
          'The If-Match version is missing or not valid.',
        );
      }
      const event = Buffer.from(textOf(body, 'EventObject') ?? '', 'base64').toString();
      return toReply(
        `<TestResult>${summary}${resultOf(edgeFunctionCode(name), event)}</TestResult>`,
      );
    }
    default:
      return undefined;
  }
};

function resultOf(code: string, event: string): string {
  try {
    const output = loadFunction(code)(JSON.parse(event) as object);
    const isResponse = typeof output === 'object' && output !== null && 'statusCode' in output;
    const json = JSON.stringify(isResponse ? { response: output } : { request: output });
    return `${element('ComputeUtilization', 10)}${element('FunctionErrorMessage', '')}${element('FunctionOutput', json)}`;
  } catch (error) {
    return element('FunctionErrorMessage', errorMessage(error));
  }
}

function toReply(content: string): Reply {
  return { status: 200, headers: { 'content-type': 'text/xml', etag: ETAG }, body: content };
}
