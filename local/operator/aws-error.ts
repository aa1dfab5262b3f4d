/** Errors as AWS words them: in XML by the older services, as JSON with a header by Lambda. */

import { randomUUID } from 'node:crypto';

import type { Reply } from '../endpoint/reply.ts';
import { element } from '../endpoint/xml.ts';

export function awsXmlError(
  code: string,
  status: number,
  message = 'Not implemented here.',
): Reply {
  const error = element('Type', 'Sender') + element('Code', code) + element('Message', message);
  return {
    status,
    headers: { 'content-type': 'text/xml' },
    body: `<ErrorResponse><Error>${error}</Error>${element('RequestId', randomUUID())}</ErrorResponse>`,
  };
}

export function awsJsonError(
  name: string,
  status: number,
  message = 'Not implemented here.',
): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': name },
    body: JSON.stringify({ Type: 'User', message }),
  };
}
