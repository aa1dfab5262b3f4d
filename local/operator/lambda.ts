/** Lambda's `Invoke`, a function's configuration and its reserved concurrency; and what the functions have logged. */

import { randomUUID } from 'node:crypto';

import * as v from 'valibot';

import { jsonError, jsonReply } from '../endpoint/replies.ts';
import type { Reply } from '../endpoint/server.ts';
import {
  FunctionFailed,
  FunctionThrottled,
  type LambdaFunction,
} from '../runtime/lambda-function.ts';

const Update = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    Environment: v.object({ Variables: v.record(v.string(), v.string()) }),
    RevisionId: v.string(),
  }),
);

const Concurrency = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ ReservedConcurrentExecutions: v.number() }),
);

/** What changes with an update, besides the variables. */
interface Revision {
  readonly id: string;
  readonly status: 'InProgress' | 'Successful';
}

/** Answers a request of which the path, `/functions/<name>/<operation>`, and the body are known. */
export function functionRoute(functions: ReadonlyMap<string, LambdaFunction>) {
  const revisions = new Map<string, Revision>();

  return async (
    method: string,
    [, name = '', operation]: readonly string[],
    body: string,
  ): Promise<Reply> => {
    const lambdaFunction = functions.get(name);
    if (lambdaFunction === undefined) {
      return jsonError('ResourceNotFoundException', 404, `Function not found: ${name}`);
    }
    const revision = revisions.get(name) ?? { id: randomUUID(), status: 'Successful' };
    revisions.set(name, revision);
    switch (`${method} ${operation}`) {
      case 'POST invocations':
        return invoke(lambdaFunction, body);
      case 'GET configuration':
        // An update takes a while: the first question after it still finds it in progress.
        revisions.set(name, { ...revision, status: 'Successful' });
        return configuration(lambdaFunction, name, revision);
      case 'PUT configuration': {
        const { Environment, RevisionId } = v.parse(Update, body);
        if (RevisionId !== revision.id) {
          return jsonError('PreconditionFailedException', 412, 'The revision is another one.');
        }
        lambdaFunction.configure(Environment.Variables);
        const next: Revision = { id: randomUUID(), status: 'InProgress' };
        revisions.set(name, next);
        return configuration(lambdaFunction, name, next);
      }
      case 'PUT concurrency': {
        const { ReservedConcurrentExecutions } = v.parse(Concurrency, body);
        lambdaFunction.reservedConcurrency = ReservedConcurrentExecutions;
        return concurrency(lambdaFunction);
      }
      case 'GET concurrency':
        return concurrency(lambdaFunction);
      case 'DELETE concurrency':
        lambdaFunction.reservedConcurrency = undefined;
        return { status: 204, headers: {}, body: '' };
      default:
        return jsonError('UnknownOperation', 404);
    }
  };
}

async function invoke(lambdaFunction: LambdaFunction, body: string): Promise<Reply> {
  try {
    return { ...jsonReply({}), body: await lambdaFunction.invoke(JSON.parse(body)) };
  } catch (error) {
    if (error instanceof FunctionThrottled) {
      return jsonError('TooManyRequestsException', 429, error.message);
    }
    if (!(error instanceof FunctionFailed)) throw error;
    const failure = { errorType: error.name, errorMessage: error.message };
    return jsonReply(failure, 200, { 'x-amz-function-error': 'Unhandled' });
  }
}

function concurrency({ reservedConcurrency }: LambdaFunction): Reply {
  return jsonReply({ ReservedConcurrentExecutions: reservedConcurrency });
}

function configuration(
  { variables }: LambdaFunction,
  name: string,
  { id, status }: Revision,
): Reply {
  return jsonReply({
    Environment: { Variables: variables },
    LastUpdateStatus: status,
    RevisionId: id,
    LoggingConfig: { LogGroup: `${GROUPS}${name}` },
  });
}

interface LogEvent {
  readonly eventId: string;
  /** Milliseconds since the Unix epoch. */
  readonly timestamp: number;
  readonly message: string;
}

const GROUPS = '/aws/lambda/';

/** For each function. */
const MOST_EVENTS = 1000;

/** What the functions have written, as CloudWatch Logs keeps it. */
export class FunctionLogs {
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

const FilterRequest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    logGroupName: v.string(),
    filterPattern: v.string(),
    startTime: v.number(),
  }),
);

/** `FilterLogEvents` of CloudWatch Logs. */
export function filterLogEvents(body: string, logs: FunctionLogs): Reply {
  const { logGroupName, filterPattern, startTime } = v.parse(FilterRequest, body);
  const matches = matching(filterPattern);
  if (matches === undefined) {
    return jsonError('InvalidParameterException', 400, 'The pattern is not known here.');
  }
  const events = logs
    .of(logGroupName.replace(GROUPS, ''))
    .filter(({ timestamp, message }) => timestamp >= startTime && matches(message));
  return jsonReply({ events });
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
    return path.reduce<unknown>(
      (found, name) => new Map(Object.entries(found ?? {})).get(name),
      JSON.parse(message),
    );
  } catch {
    return undefined;
  }
}
