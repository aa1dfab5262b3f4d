/** A CloudFront Function as CloudFront runs it: the text that is deployed, not its source. */

import { edgeFunctionCode, type EdgeFunctionName } from '../../bundling/edge.ts';
import type { EdgeResponse } from '../../edge/cloudfront-event.ts';
import { loadFunction } from '../../local/cloudfront/edge-functions.ts';

type Output = Partial<EdgeResponse> & Record<string, unknown>;

export function edgeFunction(name: EdgeFunctionName): (event: object) => Output {
  const run = loadFunction(edgeFunctionCode(name));
  return (event) => run(event) as Output;
}
