/** One statement: its named, typed parameters become `$1`, `$2`, … of PostgreSQL, and it runs within AWS's time limit. */

import type { Clock } from '../../aws/clock.ts';
import { sqlTokens } from '../../deploy/database/statements.ts';
import type { QueryResult, Session, Text } from '../database/local-database.ts';
import { DataApiError } from './exceptions.ts';

/** Aurora user guide, "Limitations for the Amazon RDS Data API". */
const STATEMENT_MS = 45_000;

/** A parameter as it travels: one member of its value is set. */
export interface Parameter {
  readonly name: string;
  readonly value?: Readonly<Record<string, string | number | boolean>> | undefined;
}

export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly Text[];
}

/** PostgreSQL type that AWS gives each value, so that `enum_column = :x` fails here as it does there. */
const types = [
  ['stringValue', 'text'],
  ['longValue', 'int8'],
  ['doubleValue', 'float8'],
  ['booleanValue', 'bool'],
] as const;

/** @throws BadRequestException where a parameter is missing or cannot be sent. */
export function bind(sql: string, parameters: readonly Parameter[]): BoundStatement {
  const { texts, names } = cutAtParameters(sql);
  const distinct = [...new Set(names)];
  const bound = distinct.map((name, index) => {
    const { text, cast } = typed(name, parameters);
    return { text, placeholder: `$${index + 1}${cast}` };
  });
  const parts = names.map(
    (name, index) => `${texts[index]}${bound[distinct.indexOf(name)]?.placeholder}`,
  );
  return { sql: parts.join('') + (texts.at(-1) ?? ''), values: bound.map(({ text }) => text) };
}

/**
 * One statement cut at its parameters: `texts[0] names[0] texts[1] names[1] ... texts[n]`.
 *
 * @throws BadRequestException for an empty text and for more than one statement.
 */
export function cutAtParameters(sql: string): {
  readonly texts: readonly string[];
  readonly names: readonly string[];
} {
  const texts: string[] = [];
  const names: string[] = [];
  let text = '';
  let isEnded = false;
  let isEmpty = true;
  for (const { source, word, isComment } of sqlTokens(sql)) {
    if (source === ';') {
      isEnded = true;
    } else if (!isComment && source.trim() !== '') {
      if (isEnded) throw badRequest("Multistatements aren't supported");
      isEmpty = false;
    }
    if (word !== undefined && text.endsWith(':') && !text.endsWith('::')) {
      texts.push(text.slice(0, -1));
      names.push(word);
      text = '';
    } else {
      text += source;
    }
  }
  if (isEmpty) throw badRequest('The SQL statement is empty');
  return { texts: [...texts, text], names };
}

function typed(
  name: string,
  parameters: readonly Parameter[],
): { readonly text: Text; readonly cast: string } {
  const value = parameters.find((candidate) => candidate.name === name)?.value;
  if (value === undefined) throw badRequest(`Cannot find parameter: ${name}`);
  if (value['isNull'] === true) return { text: null, cast: '' };
  for (const [member, type] of types) {
    if (value[member] !== undefined) return { text: String(value[member]), cast: `::${type}` };
  }
  throw badRequest(`Parameter ${name} has no value`);
}

function badRequest(message: string): DataApiError {
  return new DataApiError('BadRequestException', message);
}

/**
 * Runs it no longer than its client listens. PGlite computes on our own thread and cannot be cancelled: there a statement
 * that took too long fails when it ends.
 *
 * @param signal - aborted when the client is gone: the statement is cancelled.
 * @throws StatementTimeoutException
 */
export async function runStatement(
  session: Session,
  { sql, values }: BoundStatement,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<QueryResult> {
  signal.throwIfAborted();
  const deadline = clock.now() + STATEMENT_MS;
  const cancel = (): void => {
    session.cancel().catch(() => undefined); // then it runs to its end
  };
  const disarm = clock.schedule(STATEMENT_MS, cancel);
  signal.addEventListener('abort', cancel);
  try {
    const result = await session.query(sql, values);
    if (clock.now() >= deadline) throw timedOut();
    return result;
  } catch (error) {
    throw clock.now() >= deadline ? timedOut(error) : error;
  } finally {
    disarm();
    signal.removeEventListener('abort', cancel);
  }
}

function timedOut(cause?: unknown): DataApiError {
  return new DataApiError('StatementTimeoutException', 'Request timed out', cause);
}
