/** What a client of the released description would trip over in today's. Within a version things are only added. */

import { nodeAt, nodesIn } from './nodes.ts';
import { pathChanges } from './path-changes.ts';
import { schemaChanges } from './schema-changes.ts';

/**
 * Takes two OpenAPI documents. One sentence for each breaking change, naming the field, the header or the path; none
 * where there are only additions.
 */
export function breakingChanges(released: unknown, today: unknown): string[] {
  const now = nodesIn(today, nodeAt(today, 'components', 'schemas'));
  const schemas = [...nodesIn(released, nodeAt(released, 'components', 'schemas'))];
  return [
    ...schemas.flatMap(([name, schema]) => {
      const next = now.get(name);
      return next === undefined
        ? [`${name} was removed or renamed.`]
        : schemaChanges(name, schema, next);
    }),
    ...pathChanges(released, today),
  ];
}
