/** CloudFormation's `DescribeStacks` for the one stack there is (AWS query protocol). */

import { serviceStackName } from '../../contract/stage.ts';
import type { Reply } from '../endpoint/reply.ts';
import { element } from '../endpoint/xml.ts';
import { awsXmlError } from './aws-error.ts';

export const LOCAL_STACK = serviceStackName('Local');

export function describeStacks(
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
  return {
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  };
}
