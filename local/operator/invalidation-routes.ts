/** CloudFront's `CreateInvalidation` and `GetInvalidation`. */

import type { Reply } from '../endpoint/reply.ts';
import { contentsOf, element, textOf, unescapeXml } from '../endpoint/xml.ts';
import { awsXmlError } from './aws-error.ts';
import type { Route } from './start-operator.ts';

interface Invalidation {
  readonly id: string;
  readonly reference: string;
  readonly paths: readonly string[];
}

export function invalidationRoutes(
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
      const invalidation = {
        id: `I${made.size + 1}`,
        reference: textOf(body, 'CallerReference') ?? '',
        paths,
      };
      made.set(invalidation.id, invalidation);
      invalidate(paths);
      return toReply(invalidation, 201, 'InProgress'); // as in AWS, where it takes a minute or two
    }
    const found = made.get(id);
    return found === undefined
      ? awsXmlError('NoSuchInvalidation', 404, 'The specified invalidation does not exist.')
      : toReply(found, 200, 'Completed');
  };
}

function toReply({ id, reference, paths }: Invalidation, status: number, state: string): Reply {
  const items = paths.map((path) => element('Path', path)).join('');
  const batch = `<Paths>${element('Quantity', paths.length)}<Items>${items}</Items></Paths>${element('CallerReference', reference)}`;
  const invalidation = [
    element('Id', id),
    element('Status', state),
    element('CreateTime', new Date().toISOString()),
    `<InvalidationBatch>${batch}</InvalidationBatch>`,
  ].join('');
  return {
    status,
    headers: { 'content-type': 'text/xml' },
    body: `<Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">${invalidation}</Invalidation>`,
  };
}
