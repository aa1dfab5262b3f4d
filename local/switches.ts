/** The switches at `/_local/…`. They change the local service, or make parts of it fail. Deployed services do not have them. */

import { allDirectories, directories, type Directory } from '../contract/directories.ts';
import { problem } from '../contract/http.ts';
import { BUCKET, type Functions } from './configured-functions.ts';
import type { Edge } from './edge.ts';
import type { Call, HttpAnswer } from './http-server.ts';
import { FunctionFailed } from './lambda-function.ts';
import { DatabaseError, type LocalDatabase, onSession } from './local-database.ts';
import { type Faults, faultTable, type StandIn, UnknownName } from './stand-in.ts';

export const SWITCHES_PATH = '/_local/';

/** The parts of the service that the switches act on. */
interface Switchable {
  readonly database: LocalDatabase;
  readonly dataApi: StandIn;
  readonly objectStore: StandIn;
  readonly functions: Functions;
  readonly gateway: Faults;
  /** `undefined` unless the service was started with `--edge`. */
  readonly edge: Edge | undefined;
}

interface Switch {
  /** One line of help. */
  readonly does: string;
  /**
   * Performs the action, and returns the answer to the request. If it returns `undefined`, the request is answered with the
   * current fault of each part.
   *
   * @param which - the rest of the path, such as `down` in `/_local/database/down`. @param text - the request body.
   */
  readonly turn: (service: Switchable, which: string, text: string) => unknown;
}

/**
 * The switches, keyed by their usage line. The method and the first part of the path after `/_local/` identify a switch, so no
 * two usage lines have both in common.
 */
const switches: Readonly<Record<string, Switch>> = {
  'GET /_local/': { does: 'show which faults are set', turn: () => undefined },
  'GET /_local/help': { does: 'show this help', turn: () => help() },
  'POST /_local/database/<fault>': faultOf('database', ({ dataApi }) => dataApi.faults),
  'POST /_local/last-good/<fault>': faultOf('last-good', ({ objectStore }) => objectStore.faults),
  'POST /_local/gateway/<fault>': faultOf('gateway', ({ gateway }) => gateway),
  'DELETE /_local/last-good/<directory>': {
    does: 'delete a last-good copy',
    turn: async ({ objectStore }, which) => {
      const { path } = directoryNamed(which);
      await fetch(`${objectStore.url}/${BUCKET}${path}`, { method: 'DELETE' });
    },
  },
  'DELETE /_local/environments': {
    does: 'force a cold start on the next request',
    turn: ({ functions }) => {
      for (const each of functions.values()) each.endEnvironments();
    },
  },
  'DELETE /_local/edge': {
    does: 'empty the edge cache',
    turn: ({ edge = withoutEdge() }) => {
      edge.invalidate();
    },
  },
  'POST /_local/edge/later/<seconds>': {
    does: 'move the clock of the edge cache forward',
    turn: ({ edge = withoutEdge() }, which) => {
      const [, seconds] = /^later\/(\d{1,7})$/u.exec(which) ?? [];
      if (seconds === undefined) throw notASwitch();
      edge.passTime(Number(seconds));
    },
  },
  'POST /_local/2015-03-31/functions/<directory>/invocations with an event as the body': {
    does: 'invoke the function of a directory, for example with aws lambda invoke --endpoint-url <address>/_local',
    turn: invoke,
  },
  'POST /_local/sql with a statement as the body': {
    does: 'run SQL as the owner of the database',
    turn: runSql,
  },
};

const startOf = (usage: string): string => /^\w+ \/_local\/[\w-]*/u.exec(usage)?.[0] ?? '';

function faultOf(part: keyof typeof faultTable, faultsIn: (service: Switchable) => Faults): Switch {
  return {
    does: `set a fault: ${Object.keys(faultTable[part]).join(', ')}`,
    turn: (service, which) => {
      faultsIn(service).set(which);
    },
  };
}

/** Answers a request whose path begins with `/_local/`. */
export async function answerSwitch(service: Switchable, { method, path, headers, body }: Call) {
  // Browsers send `Origin` with every request that is not GET or HEAD. Refusing requests with `Origin` keeps websites from
  // changing anything on this machine.
  if (method !== 'GET' && headers['origin'] !== undefined) return fromWebsite;
  const [name = '', ...rest] = path.slice(SWITCHES_PATH.length).split('/');
  try {
    const start = `${method} ${SWITCHES_PATH}${name}`;
    const [, found] = Object.entries(switches).find(([usage]) => startOf(usage) === start) ?? [];
    if (found === undefined) throw notASwitch();
    const answer = await found.turn(service, rest.join('/'), body.toString());
    return typeof answer === 'string'
      ? inType('text/plain; charset=utf-8', answer)
      : inType('application/json', `${JSON.stringify(answer ?? stateOf(service))}\n`);
  } catch (error) {
    if (error instanceof UnknownName) return problem(404, 'Not Found', error.message);
    if (error instanceof DatabaseError || error instanceof SyntaxError) {
      return problem(400, 'Bad Request', error.message);
    }
    if (!(error instanceof FunctionFailed)) throw error;
    const failed = inType('application/json', JSON.stringify({ errorMessage: error.message }));
    return { ...failed, headers: { ...failed.headers, 'X-Amz-Function-Error': 'Unhandled' } };
  }
}

const fromWebsite = problem(403, 'Forbidden', 'Websites may not call this. Use curl.');

function notASwitch(): UnknownName {
  return new UnknownName('No such switch. GET /_local/help lists all switches.');
}

function help(): string {
  return Object.entries(switches)
    .map(([usage, { does }]) => `${usage}\n    ${does}\n`)
    .join('');
}

function withoutEdge(): never {
  throw new UnknownName('There is no edge. Start the service with npm start -- --edge.');
}

function directoryNamed(name: string): Directory {
  const found = allDirectories.find((directory) => directory.name === name);
  if (found !== undefined) return found;
  throw new UnknownName(`"${name}" is unknown. Use one of ${Object.keys(directories).join(', ')}.`);
}

/** Invokes a function with any event, as Lambda's `Invoke` does, bypassing the gateway and the edge. */
async function invoke({ functions }: Switchable, which: string, text: string): Promise<unknown> {
  const [, directory = ''] = /^functions\/(\w+)\/invocations$/u.exec(which) ?? [];
  const { name } = directoryNamed(directory);
  return functions.get(name)?.invoke(JSON.parse(text));
}

/** Runs SQL as the owner of the database, to simulate edits in the portal. */
async function runSql({ database }: Switchable, _: string, text: string): Promise<object> {
  const result = await onSession(database, async (session) => session.query(text));
  const { command, rowCount, fields } = result;
  const rows = result.rows.map((row) =>
    Object.fromEntries(fields.map(({ name }, index) => [name, row[index]])),
  );
  return { command, rowCount, ...(rows.length > 0 ? { rows } : {}) };
}

function stateOf({ dataApi: { faults }, gateway, objectStore }: Switchable): object {
  return { database: faults.name, gateway: gateway.name, lastGood: objectStore.faults.name };
}

function inType(type: string, body: string): HttpAnswer {
  const headers = { 'Content-Type': type, 'Cache-Control': 'no-store' };
  return { statusCode: 200, headers, body };
}
