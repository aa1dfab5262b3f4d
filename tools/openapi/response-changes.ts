/** What a client would trip over in an answer that changed. */

import { isDeepStrictEqual } from 'node:util';

import { type Node, nodeAt, nodesIn, shown } from './nodes.ts';
import { schemaChanges } from './schema-changes.ts';

/** A document and an answer in it. */
export interface Side {
  readonly document: unknown;
  readonly response: Node;
}

/** How a header is read; its other keywords say more of it, and nobody reads it by them. */
const READ_BY = ['type', 'format', 'enum', 'const'];

/** `at` is what the answer is called: `GET /startups 200`. */
export function responseChanges(at: string, released: Side, today: Side): string[] {
  const content = nodesIn(today.document, nodeAt(today.response, 'content'));
  const headers = byLowerCase(today);
  return [
    ...[...nodesIn(released.document, nodeAt(released.response, 'content'))].flatMap(
      ([type, media]) => {
        const now = content.get(type);
        return now === undefined
          ? [`${at} is no longer sent as ${type}.`]
          : schemaChanges(`${at} ${type}`, nodeAt(media, 'schema'), nodeAt(now, 'schema'));
      },
    ),
    ...[...byLowerCase(released)].flatMap(([key, { name, header }]) => {
      const now = headers.get(key);
      return now === undefined
        ? [`${at} no longer has the header ${name}.`]
        : headerChanges(`${at}: the header ${name}`, header, now.header);
    }),
  ];
}

function headerChanges(at: string, released: Node, today: Node): string[] {
  const [before, now] = [nodeAt(released, 'schema'), nodeAt(today, 'schema')];
  const isDropped = released['required'] === true && today['required'] !== true;
  return [
    ...(isDropped ? [`${at} may be left out, which it never was.`] : []),
    ...READ_BY.filter((keyword) => !isDeepStrictEqual(before[keyword], now[keyword])).map(
      (keyword) =>
        `${at} was retyped: its ${keyword} was ${shown(before[keyword])} and is ${shown(now[keyword])}.`,
    ),
  ];
}

/** HTTP compares the names of headers without case. */
function byLowerCase({ document, response }: Side) {
  const headers = [...nodesIn(document, nodeAt(response, 'headers'))];
  return new Map(headers.map(([name, header]) => [name.toLowerCase(), { name, header }]));
}
