/** Ways to plant a fault in a conforming server. */

import { header } from '../../contract/http.ts';
import type { Asked, Fault, Given } from './conforming-server.ts';
import type { ServedLists, ServedRecord } from './records/records.ts';

export type Condition = (asked: Asked) => boolean;
export type Change = (given: Given) => void;

/** By the one check that has to see them, as `directory: name`, and what each is called. */
export type FaultsByCheck = Readonly<Record<string, Readonly<Record<string, Fault>>>>;

/** Changes the answers to the requests for which the condition holds. */
export function where(isMeant: Condition, ...changes: readonly Change[]): Fault {
  return {
    answer: (given, asked) => {
      if (isMeant(asked)) for (const change of changes) change(given);
    },
  };
}

/** Changes the lists before they are served. */
export function inLists(change: (lists: ServedLists) => void): Fault {
  return { lists: change };
}

/** Changes the first record of a list. */
export function inFirst(list: keyof ServedLists, fields: ServedRecord): Fault {
  return inLists((lists) => {
    Object.assign(lists[list][0] ?? {}, fields);
  });
}

/** GET and HEAD for the founders in whatever form. */
export const reading: Condition = ({ directory, method }) =>
  directory === 'founders' && (method === 'GET' || method === 'HEAD');

/** GET for the founders as a browser sends it for the first time. */
export const plainGet: Condition = ({ directory, method, query, headers }) =>
  directory === 'founders' &&
  method === 'GET' &&
  query === '' &&
  headers['accept-encoding'] === 'gzip, br' &&
  headers['if-none-match'] === undefined;

/** Both, as a browser sends them for the first time. */
export const plainGetAndHead: Condition = (asked) => plainGet(asked) || toMethod('HEAD')(asked);

export function ifNoneMatch(pattern: RegExp): Condition {
  return ({ directory, headers }) =>
    directory === 'founders' && pattern.test(headers['if-none-match'] ?? '');
}

export function acceptEncoding(accepted: string): Condition {
  return ({ directory, headers }) =>
    directory === 'founders' && headers['accept-encoding'] === accepted;
}

export function toMethod(name: string): Condition {
  return (asked) => asked.directory === 'founders' && asked.method === name;
}

export function withQuery(asked: Asked): boolean {
  return asked.directory === 'founders' && asked.query !== '';
}

export function status(value: number): Change {
  return (given) => {
    given.status = value;
  };
}

/** `undefined` takes the header away. */
export function set(name: string, value: string | undefined): Change {
  return (given) => {
    const { [name]: _, ...others } = given.headers;
    given.headers = value === undefined ? others : { ...others, [name]: value };
  };
}

/** Another body, which says that it has this encoding. */
export function body(bytes: string | Buffer, encoding?: string): Change {
  return (given) => {
    set(header.contentEncoding, encoding)(given);
    given.body = Buffer.from(bytes);
  };
}
