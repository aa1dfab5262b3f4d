/** `/_local/…`: how a person at this machine makes parts of the service fail, to see how it copes. */

import { allDirectories, directories } from '../contract/directories.ts';
import { problem } from '../contract/http.ts';
import type { Edge } from './edge-cache.ts';
import { type LocalDatabase, onSession, SqlError } from './database.ts';
import { BUCKET } from './functions.ts';
import { fromFixed, type HttpAnswer, targetOf } from './gateway.ts';
import type { Call } from './http-server.ts';
import { FunctionFailed, type LambdaFunction } from './lambda-function.ts';
import type { Faults } from './stand-in.ts';

/** What the switches act on, of a `Service`. */
export interface Switched {
  readonly database: Pick<LocalDatabase, 'session'>;
  readonly dataApi: { readonly faults: Faults };
  readonly objectStore: { readonly url: string; readonly faults: Faults };
  readonly gatewayState: { current: GatewayState };
  readonly functions: ReadonlyMap<string, Pick<LambdaFunction, 'endEnvironments' | 'invoke'>>;
  /** Absent without `--edge`. */
  readonly edge?: Pick<Edge, 'invalidate' | 'passTime'> | undefined;
}

const gatewayStates = {
  up: 'healthy',
  down: 'it cannot reach its functions and answers 503',
} as const;

export type GatewayState = keyof typeof gatewayStates;

/** @param which, howLong - the parts of the path behind the switch's name, empty where they are missing. */
type Turn = (
  service: Switched,
  which: string,
  howLong: string,
  body: () => Promise<string>,
) => HttpAnswer | Promise<HttpAnswer>;

/** Switches by the part of the address that chooses them, with what follows it. */
const switches: Readonly<Record<string, { readonly rest: string; readonly turn: Turn }>> = {
  'GET ': { rest: '', turn: (service) => state(service) },
  'POST database': {
    rest: '/<fault>',
    turn: (service, which) => setFault(service, service.dataApi.faults, which),
  },
  'POST last-good': {
    rest: '/<fault>',
    turn: (service, which) => setFault(service, service.objectStore.faults, which),
  },
  'DELETE last-good': {
    rest: '/<directory>',
    turn: async (service, which) => {
      if (!isKeyOf(directories, which)) return unknown('directory', which, directories);
      const { path } = directories[which];
      await fetch(`${service.objectStore.url}/${BUCKET}${path}`, { method: 'DELETE' });
      return state(service);
    },
  },
  'POST gateway': {
    rest: '/<up|down>',
    turn: (service, which) => {
      if (!isKeyOf(gatewayStates, which)) return unknown('state', which, gatewayStates);
      service.gatewayState.current = which;
      return state(service);
    },
  },
  'DELETE environments': {
    rest: '',
    turn: (service) => {
      for (const each of service.functions.values()) each.endEnvironments();
      return state(service);
    },
  },
  'DELETE edge': {
    rest: '',
    turn: (service) => {
      if (service.edge === undefined) return withoutEdge;
      service.edge.invalidate();
      return state(service);
    },
  },
  'POST edge': {
    rest: '/later/<seconds>',
    turn: (service, which, howLong) => {
      if (service.edge === undefined) return withoutEdge;
      if (which !== 'later' || !/^\d{1,7}$/u.test(howLong)) return notASwitch();
      service.edge.passTime(Number(howLong));
      return state(service);
    },
  },
  'POST invoke': {
    rest: '/<directory> with an event as the body',
    turn: async ({ functions }, which, _howLong, body) => {
      if (!isKeyOf(directories, which)) return unknown('directory', which, directories);
      return invoke(functions.get(which), await body());
    },
  },
  'POST sql': {
    rest: ' with a statement as the body',
    turn: async (service, _which, _howLong, body) => runSql(service, await body()),
  },
};

/** Answers a request below `/_local/`. */
export async function answerSwitch(service: Switched, call: Call): Promise<HttpAnswer> {
  const { method, path } = targetOf(call.request);
  const [what = '', which = '', howLong = ''] = path.split('/').slice(2);
  const found = new Map(Object.entries(switches)).get(`${method} ${what}`);
  if (found === undefined) return notASwitch();
  // A browser sends its origin with every POST: no website may change anything on this machine.
  if (method !== 'GET' && call.request.headers.origin !== undefined) return fromWebsite;
  const body = async (): Promise<string> => (await call.body()).toString();
  return found.turn(service, which, howLong, body);
}

function isKeyOf<T extends object>(table: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(table, name);
}

/** As Lambda's `Invoke` does it: past gateway and edge, with any event. */
async function invoke(
  lambdaFunction: Pick<LambdaFunction, 'invoke'> | undefined,
  event: string,
): Promise<HttpAnswer> {
  try {
    return json(200, (await lambdaFunction?.invoke(JSON.parse(event))) ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return problemAnswer(400, 'Bad Request', error.message);
    if (!(error instanceof FunctionFailed)) throw error;
    return json(502, JSON.stringify({ errorType: error.name, errorMessage: error.message }));
  }
}

/** Runs it as the owner of the database: what people do in the portal. */
async function runSql({ database }: Switched, statement: string): Promise<HttpAnswer> {
  try {
    const { command, rowCount, columns, rows } = await onSession(database, async (session) =>
      session.query(statement),
    );
    const records = rows.map((row) =>
      Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])),
    );
    const answer = { command, rowCount, ...(records.length > 0 ? { rows: records } : {}) };
    return json(200, JSON.stringify(answer));
  } catch (error) {
    if (error instanceof SqlError) return problemAnswer(400, 'Bad Request', error.message);
    throw error;
  }
}

function setFault(service: Switched, faults: Faults, name: string): HttpAnswer {
  if (!isKeyOf(faults.table, name)) return unknown('fault', name, faults.table);
  faults.set(name);
  return state(service);
}

function state({ dataApi, gatewayState, objectStore }: Switched): HttpAnswer {
  const database = dataApi.faults.name;
  const meaning = dataApi.faults.table[database]?.description;
  const gateway = gatewayState.current;
  return json(
    200,
    JSON.stringify({ database, meaning, gateway, lastGood: objectStore.faults.name }),
  );
}

function json(status: number, text: string): HttpAnswer {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return { status, headers, body: Buffer.from(`${text}\n`) };
}

function problemAnswer(status: number, title: string, detail: string): HttpAnswer {
  return fromFixed(problem(status, title, detail));
}

function unknown(kind: string, name: string, known: object): HttpAnswer {
  const names = Object.keys(known).join(', ');
  return problemAnswer(404, 'Not Found', `There is no ${kind} "${name}"; there are: ${names}.`);
}

function notASwitch(): HttpAnswer {
  const known = Object.entries(switches).map(
    ([name, { rest }]) => name.replace(' ', ' /_local/') + rest,
  );
  const lists = allDirectories.map(({ name }) => name).join(', ');
  return problemAnswer(
    404,
    'Not Found',
    `The switches are ${known.join(', ')}. The directories are ${lists}.`,
  );
}

const fromWebsite = problemAnswer(
  403,
  'Forbidden',
  'Switches are turned from a shell, not from a website.',
);

const withoutEdge = problemAnswer(
  404,
  'Not Found',
  'There is no edge: start the service with npm start -- --edge.',
);
