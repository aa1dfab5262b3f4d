/** What a client would trip over in what can be asked for, and how. */

import { isNode, type Node, nodeAt, nodesIn, resolved, shown } from './nodes.ts';
import { responseChanges } from './response-changes.ts';

const METHODS = ['get', 'head', 'options', 'put', 'post', 'patch', 'delete', 'trace'];

export function pathChanges(released: unknown, today: unknown): string[] {
  const now = nodesIn(today, nodeAt(today, 'paths'));
  return [...nodesIn(released, nodeAt(released, 'paths'))].flatMap(([path, item]) => {
    const next = now.get(path);
    return next === undefined
      ? [`${path} was removed or renamed.`]
      : METHODS.filter((method) => isNode(item[method])).flatMap((method) =>
          operationChanges(
            `${method.toUpperCase()} ${path}`,
            { document: released, item, method },
            { document: today, item: next, method },
          ),
        );
  });
}

/** An operation, and where it stands: a path's parameters are those of its operations. */
interface Side {
  readonly document: unknown;
  readonly item: Node;
  readonly method: string;
}

function operationChanges(at: string, released: Side, today: Side): string[] {
  if (!isNode(today.item[today.method])) return [`${at} was removed.`];
  const [before, now] = [nodeAt(released.item, released.method), nodeAt(today.item, today.method)];
  const [id, nextId] = [before['operationId'], now['operationId']];
  const known = requiredParameters(released);
  const responses = nodesIn(today.document, nodeAt(now, 'responses'));
  return [
    // Generated clients call their methods by it.
    ...(id === nextId
      ? []
      : [`${at} was renamed: its operationId was ${shown(id)} and is ${shown(nextId)}.`]),
    ...[...requiredParameters(today)]
      .filter((parameter) => !known.has(parameter))
      .map((parameter) => `${at} must be asked with the ${parameter}, which it never was.`),
    ...[...nodesIn(released.document, nodeAt(before, 'responses'))].flatMap(
      ([status, response]) => {
        const next = responses.get(status);
        return next === undefined
          ? [`${at} ${status} was removed.`]
          : responseChanges(
              `${at} ${status}`,
              { document: released.document, response },
              { document: today.document, response: next },
            );
      },
    ),
  ];
}

/** Such as `header If-None-Match`. */
function requiredParameters({ document, item, method }: Side): ReadonlySet<string> {
  const lists = [item['parameters'], nodeAt(item, method)['parameters']];
  const parameters = lists
    .flat()
    .filter(isNode)
    .map((parameter) => resolved(document, parameter));
  return new Set(
    parameters
      .filter(({ required }) => required === true)
      .map((parameter) => `${String(parameter['in'])} ${String(parameter['name'])}`),
  );
}
