/** The address to which a custom resource sends its answer, over HTTP. */

import { startServer } from '../../../local/http-server.ts';

interface ReceivedAnswer {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface AnswerBox {
  /** What CloudFormation sends along as `ResponseURL`. */
  readonly url: string;
  readonly received: ReceivedAnswer[];
  /** How many of the next answers are turned away. */
  turnAway: number;
  close(): Promise<void>;
}

export async function answerBox(): Promise<AnswerBox> {
  const received: ReceivedAnswer[] = [];
  const server = await startServer(async (call) => {
    if (box.turnAway > 0) {
      box.turnAway -= 1;
      return { statusCode: 503, headers: {}, body: '' };
    }
    const { method, target, headers, body } = call;
    received.push({
      method,
      path: target,
      headers,
      bytes: body.length,
      body: JSON.parse(body.toString()) as ReceivedAnswer['body'],
    });
    return { statusCode: 200, headers: {}, body: '' };
  });
  const box: AnswerBox = {
    url: `${server.url}/answer?X-Amz-Signature=abc`,
    received,
    turnAway: 0,
    close: async () => server.close(),
  };
  return box;
}

/** An event as CloudFormation sends it. */
export function resourceEvent(
  kind: 'Create' | 'Update' | 'Delete',
  responseUrl: string,
  properties: Readonly<Record<string, unknown>> = {},
) {
  const common = {
    ServiceToken: 'arn:aws:lambda:eu-west-1:123456789012:function:step',
    ResponseURL: responseUrl,
    StackId: 'arn:aws:cloudformation:eu-west-1:123456789012:stack/staging/1',
    RequestId: '0b3a2b6c',
    LogicalResourceId: 'SetUp',
    ResourceType: 'Custom::SetUp',
    ResourceProperties: { ServiceToken: 'arn:aws:lambda:…', ...properties },
  };
  if (kind === 'Create') return { ...common, RequestType: kind } as const;
  const PhysicalResourceId = 'made-before';
  if (kind === 'Delete') return { ...common, RequestType: kind, PhysicalResourceId } as const;
  return {
    ...common,
    RequestType: kind,
    PhysicalResourceId,
    OldResourceProperties: { ServiceToken: common.ServiceToken },
  } as const;
}
