/** What the functions have written, as CloudWatch Logs keeps it, and its `FilterLogEvents`. */

import * as v from 'valibot';

import type { Reply } from '../endpoint/reply.ts';
import { awsJsonError } from './aws-error.ts';

export interface LogEvent {
  readonly eventId: string;
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number;
  readonly message: string;
}

const GROUPS = '/aws/lambda/';

/** For each function. */
const MOST_EVENTS = 1000;

export function logGroupOf(functionName: string): string {
  return `${GROUPS}${functionName}`;
}

export class LogOfFunctions {
  readonly #events = new Map<string, readonly LogEvent[]>();
  readonly #unfinished = new Map<string, string>();
  #count = 0;

  /** @param text - what was written, which may end in the middle of a line. */
  add(functionName: string, text: string): void {
    const lines = `${this.#unfinished.get(functionName) ?? ''}${text}`.split('\n');
    this.#unfinished.set(functionName, lines.pop() ?? '');
    const timestamp = Date.now();
    const events = lines.map((message) => {
      this.#count += 1;
      return { eventId: String(this.#count), timestamp, message };
    });
    this.#events.set(functionName, [...this.of(functionName), ...events].slice(-MOST_EVENTS));
  }

  of(functionName: string): readonly LogEvent[] {
    return this.#events.get(functionName) ?? [];
  }
}

const Request = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    logGroupName: v.string(),
    filterPattern: v.optional(v.string(), ''),
    startTime: v.optional(v.number(), 0),
  }),
);

export function filterLogEvents(
  body: string,
  logOf: (functionName: string) => readonly LogEvent[],
): Reply {
  const { logGroupName, filterPattern, startTime } = v.parse(Request, body);
  const matches = matching(filterPattern);
  if (matches === undefined) {
    return awsJsonError('InvalidParameterException', 400, 'The pattern is not known here.');
  }
  const events = logOf(logGroupName.replace(GROUPS, ''))
    .filter(({ timestamp, message }) => timestamp >= startTime && matches(message))
    .map(({ eventId, timestamp, message }) => ({
      eventId,
      timestamp,
      message,
      logStreamName: 'local',
      ingestionTime: timestamp,
    }));
  return {
    status: 200,
    headers: { 'content-type': 'application/x-amz-json-1.1' },
    body: JSON.stringify({ events, searchedLogStreams: [] }),
  };
}

/** Of the patterns, a phrase in quotes, and one condition on a text in JSON, of which `*` is any. */
function matching(pattern: string): ((message: string) => boolean) | undefined {
  const phrase = /^"([^"]+)"$/u.exec(pattern)?.[1];
  if (phrase !== undefined) return (message) => message.includes(phrase);
  const [, path, wanted] = /^\{ \$\.([\w.]+) = "([^"]+)" \}$/u.exec(pattern) ?? [];
  if (path === undefined || wanted === undefined) return undefined;
  return (message) => {
    const found = at(message, path.split('.'));
    return typeof found === 'string' && (wanted === '*' || found === wanted);
  };
}

function at(message: string, path: readonly string[]): unknown {
  try {
    let found: unknown = JSON.parse(message);
    for (const name of path) {
      found =
        typeof found === 'object' && found !== null
          ? Object.entries(found).find(([key]) => key === name)?.[1]
          : undefined;
    }
    return found;
  } catch {
    return undefined;
  }
}
