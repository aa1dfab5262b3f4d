/** Finds one's way in an OpenAPI document of which nothing is known. */

/** An object of the document. */
export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object below these names; one without anything where there is none. */
export function nodeAt(root: unknown, ...names: readonly string[]): Node {
  let node = root;
  for (const name of names) node = isNode(node) ? node[name] : undefined;
  return isNode(node) ? node : {};
}

/** What `references` may stand for: `{"$ref": "#/components/headers/ETag"}` is that header. */
export function resolved(document: unknown, node: Node): Node {
  const { $ref } = node;
  if (typeof $ref !== 'string') return node;
  const names = $ref.split('/').slice(1);
  return nodeAt(document, ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** Each object in it by its name, with references followed. */
export function nodesIn(document: unknown, parent: Node): ReadonlyMap<string, Node> {
  const entries = Object.entries(parent);
  return new Map(
    entries.flatMap(([name, node]) => (isNode(node) ? [[name, resolved(document, node)]] : [])),
  );
}

export function shown(value: unknown): string {
  return value === undefined ? 'not given' : JSON.stringify(value);
}
