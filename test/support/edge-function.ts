/** A CloudFront Function as CloudFront runs it: the text that is deployed, in a context with nothing of Node in it. */

import vm from 'node:vm';

import { edgeFunctionCode } from '../../bundling/edge.ts';
import type { EdgeResponse } from '../../edge/cloudfront-event.ts';

export function edgeFunction(
  name: Parameters<typeof edgeFunctionCode>[0],
): (event: object) => Partial<EdgeResponse> & Record<string, unknown> {
  const context = vm.createContext({});
  vm.runInContext(edgeFunctionCode(name), context);
  return (event) => {
    const json: unknown = vm.runInContext(
      `JSON.stringify(handler(${JSON.stringify(event)}))`,
      context,
    );
    return JSON.parse(String(json)) as ReturnType<ReturnType<typeof edgeFunction>>;
  };
}
