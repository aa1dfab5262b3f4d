/** `/_local/…`: how a person at this machine makes parts of the service fail, to see how it copes. */

import { allDirectories, directories, type DirectoryName } from '../contract/directories.ts';
import { problem } from '../contract/http.ts';
import type { Edge } from './cloudfront/edge.ts';
import { dataApiFaults } from './data-api/exceptions.ts';
import { type LocalDatabase, onSession, SqlError } from './database/local-database.ts';
import type { Call } from './endpoint/server.ts';
import type { Faults, FaultTable } from './endpoint/faults.ts';
import { BUCKET } from './functions.ts';
import { fromFixed, type HttpAnswer, targetOf } from './gateway.ts';
import { objectStoreFaults } from './object-store/start-object-store.ts';
import type { LambdaFunction } from './runtime/lambda-function.ts';

/** What the switches act on, of a `Service`. */
export interface Switched {
  readonly database: Pick<LocalDatabase, 'session'>;
  readonly dataApi: { readonly faults: Pick<Faults, 'name' | 'set'> };
  readonly objectStore: { readonly url: string; readonly faults: Pick<Faults, 'name' | 'set'> };
  readonly gatewayState: { current: GatewayState };
  readonly functions: ReadonlyMap<string, Pick<LambdaFunction, 'endEnvironments'>>;
  /** Absent without `--edge`. */
  readonly edge?: Pick<Edge, 'invalidate' | 'passTime'> | undefined;
}

export type GatewayState = 'up' | 'down';

const gatewayStates: Readonly<Record<GatewayState, string>> = {
  up: 'healthy',
  down: 'it cannot reach its functions and answers 503',
};

/** Answers a request below `/_local/`. */
export async function answerSwitch(service: Switched, call: Call): Promise<HttpAnswer> {
  const { method, path } = targetOf(call.request);
  const [what = '', which = '', howLong = ''] = path.split('/').slice(2);
  const { edge } = service;
  switch (`${method} ${what}`) {
    case 'POST database':
      return setFault(service, service.dataApi.faults, dataApiFaults, which);
    case 'POST last-good':
      return setFault(service, service.objectStore.faults, objectStoreFaults, which);
    case 'DELETE last-good':
      if (!isDirectory(which)) return unknown('directory', which, directories);
      await fetch(`${service.objectStore.url}/${BUCKET}${directories[which].path}`, {
        method: 'DELETE',
      });
      return state(service);
    case 'POST gateway':
      if (!isGatewayState(which)) return unknown('state', which, gatewayStates);
      service.gatewayState.current = which;
      return state(service);
    case 'DELETE edge':
      if (edge === undefined) return withoutEdge;
      edge.invalidate(['*']);
      return state(service);
    case 'POST edge':
      if (edge === undefined) return withoutEdge;
      if (which !== 'later' || !/^\d{1,7}$/u.test(howLong)) return notASwitch;
      edge.passTime(Number(howLong));
      return state(service);
    case 'DELETE environments':
      for (const each of service.functions.values()) each.endEnvironments();
      return state(service);
    case 'POST sql':
      // A browser sends its origin with every POST: no website may change a database of this machine.
      if (call.request.headers.origin !== undefined) return fromWebsite;
      return runSql(service, (await call.body()).toString());
    case 'GET ':
      return state(service);
    default:
      return notASwitch;
  }
}

/** As the owner of the database: what people do in the portal. */
async function runSql({ database }: Switched, statement: string): Promise<HttpAnswer> {
  try {
    const { command, rowCount, columns, rows } = await onSession(database, async (session) =>
      session.query(statement),
    );
    const records = rows.map((row) =>
      Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])),
    );
    return json({ command, rowCount, ...(records.length > 0 ? { rows: records } : {}) });
  } catch (error) {
    if (error instanceof SqlError) return fromFixed(problem(400, 'Bad Request', error.message));
    throw error;
  }
}

async function setFault(
  service: Switched,
  faults: Pick<Faults, 'set'>,
  table: FaultTable,
  name: string,
): Promise<HttpAnswer> {
  if (!Object.hasOwn(table, name)) return unknown('fault', name, table);
  await faults.set(name);
  return state(service);
}

function isDirectory(name: string): name is DirectoryName {
  return Object.hasOwn(directories, name);
}

function isGatewayState(name: string): name is GatewayState {
  return Object.hasOwn(gatewayStates, name);
}

function state({ dataApi, gatewayState, objectStore }: Switched): HttpAnswer {
  const database = dataApi.faults.name;
  const meaning = dataApiFaults[database]?.description;
  const gateway = gatewayState.current;
  const lastGood = objectStore.faults.name;
  return json({ database, meaning, gateway, lastGood });
}

function json(value: object): HttpAnswer {
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    body: Buffer.from(`${JSON.stringify(value)}\n`),
  };
}

function unknown(kind: string, name: string, known: Readonly<Record<string, unknown>>): HttpAnswer {
  const names = Object.keys(known).join(', ');
  return fromFixed(
    problem(404, 'Not Found', `There is no ${kind} "${name}"; there are: ${names}.`),
  );
}

const notASwitch = fromFixed(
  problem(
    404,
    'Not Found',
    `The switches are GET /_local/, POST /_local/database/<fault>, POST /_local/last-good/<fault>, DELETE /_local/last-good/<directory> (${allDirectories.map(({ name }) => name).join(', ')}), DELETE /_local/environments, POST /_local/gateway/<up|down>, POST /_local/sql with a statement as the body, DELETE /_local/edge and POST /_local/edge/later/<seconds>.`,
  ),
);

const fromWebsite = fromFixed(
  problem(403, 'Forbidden', 'SQL is taken from a shell, not from a website.'),
);

const withoutEdge = fromFixed(
  problem(404, 'Not Found', 'There is no edge: start the service with npm start -- --edge.'),
);
