/** `/_local/…`: how a person at this machine makes parts of the service fail, to see how it copes. */

import { allDirectories, directories } from '../contract/directories.ts';
import { problem } from '../contract/http.ts';
import { type LocalDatabase, onSession, SqlError } from './local-database.ts';
import type { Edge } from './edge.ts';
import { BUCKET } from './configured-functions.ts';
import { fromFixed, type HttpAnswer, type HttpRequest } from './gateway.ts';
import { FunctionFailed, type LambdaFunction } from './lambda-function.ts';
import type { Faults } from './stand-in.ts';

export const SWITCHES_PATH = '/_local/';

/** The parts of a `Service` on which the switches act. */
export interface Switched {
  readonly database: Pick<LocalDatabase, 'session'>;
  readonly dataApi: { readonly faults: Faults };
  readonly objectStore: { readonly url: string; readonly faults: Faults };
  readonly gateway: Faults;
  readonly functions: ReadonlyMap<string, Pick<LambdaFunction, 'endEnvironments' | 'invoke'>>;
  /** Absent without `--edge`. */
  readonly edge?: Pick<Edge, 'invalidate' | 'passTime'> | undefined;
}

/** The parts of a request that a switch needs: those of its path behind the switch's name, and its body. */
interface Turned {
  readonly which: string;
  readonly howLong: string;
  readonly body: () => Promise<string>;
}

/** Answers with the state of the service where it answers nothing. */
type Turn = (
  service: Switched,
  turned: Turned,
) => HttpAnswer | undefined | Promise<HttpAnswer | undefined>;

/** Switches by what chooses them, which is also what a person reads of them. */
const switches: Readonly<Record<string, Turn>> = {
  'GET /_local/': () => undefined,
  'POST /_local/database/<fault>': ({ dataApi }, { which }) => setFault(dataApi.faults, which),
  'POST /_local/last-good/<fault>': ({ objectStore }, { which }) =>
    setFault(objectStore.faults, which),
  'DELETE /_local/last-good/<directory>': async ({ objectStore }, { which }) => {
    const directory = allDirectories.find(({ name }) => name === which);
    if (directory === undefined) return unknownDirectory(which);
    await fetch(`${objectStore.url}/${BUCKET}${directory.path}`, { method: 'DELETE' });
    return undefined;
  },
  'POST /_local/gateway/<up|down>': ({ gateway }, { which }) => setFault(gateway, which),
  'DELETE /_local/environments': ({ functions }) => {
    for (const each of functions.values()) each.endEnvironments();
    return undefined;
  },
  'DELETE /_local/edge': ({ edge }) => {
    edge?.invalidate();
    return edge === undefined ? withoutEdge : undefined;
  },
  'POST /_local/edge/later/<seconds>': ({ edge }, { which, howLong }) => {
    if (which !== 'later' || !/^\d{1,7}$/u.test(howLong)) return notASwitch();
    edge?.passTime(Number(howLong));
    return edge === undefined ? withoutEdge : undefined;
  },
  'POST /_local/invoke/<directory> with an event as the body': invoke,
  'POST /_local/sql with a statement as the body': runSql,
};

/** Answers a request below `/_local/`. */
export async function answerSwitch(
  service: Switched,
  { method, path, headers }: HttpRequest,
  body: () => Promise<string>,
): Promise<HttpAnswer> {
  const [name = '', which = '', howLong = ''] = path.split('/').slice(2);
  const [, turn] =
    Object.entries(switches).find(([usage]) => nameOf(usage) === `${method} ${name}`) ?? [];
  if (turn === undefined) return notASwitch();
  // A browser sends its origin with every POST: no website may change anything on this machine.
  if (method !== 'GET' && headers['origin'] !== undefined) return fromWebsite;
  return (await turn(service, { which, howLong, body })) ?? state(service);
}

/** `POST edge` of `POST /_local/edge/later/<seconds>`. */
function nameOf(usage: string): string {
  const [, method, name] = /^(\w+) \/_local\/([\w-]*)/u.exec(usage) ?? [];
  return `${method} ${name}`;
}

function setFault(faults: Faults, name: string): HttpAnswer | undefined {
  if (!Object.hasOwn(faults.table, name)) {
    return unknown('fault', name, Object.keys(faults.table));
  }
  faults.set(name);
  return undefined;
}

/** Invokes the function past gateway and edge, with any event, as Lambda's `Invoke` does. */
async function invoke({ functions }: Switched, { which, body }: Turned): Promise<HttpAnswer> {
  const invoked = functions.get(which);
  if (invoked === undefined) return unknownDirectory(which);
  try {
    return json(200, await invoked.invoke(JSON.parse(await body())));
  } catch (error) {
    if (error instanceof SyntaxError) return problemAnswer(400, 'Bad Request', error.message);
    if (!(error instanceof FunctionFailed)) throw error;
    return json(502, JSON.stringify({ errorType: error.name, errorMessage: error.message }));
  }
}

/** Runs it as the owner of the database: what people do in the portal. */
async function runSql({ database }: Switched, { body }: Turned): Promise<HttpAnswer> {
  const statement = await body();
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

function state({ dataApi, gateway, objectStore }: Switched): HttpAnswer {
  const database = dataApi.faults.name;
  const meaning = dataApi.faults.table[database]?.meaning;
  const lastGood = objectStore.faults.name;
  return json(200, JSON.stringify({ database, meaning, gateway: gateway.name, lastGood }));
}

function json(status: number, text: string): HttpAnswer {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return { status, headers, body: Buffer.from(`${text}\n`) };
}

function problemAnswer(status: number, title: string, detail: string): HttpAnswer {
  return fromFixed(problem(status, title, detail));
}

function unknown(kind: string, name: string, known: readonly string[]): HttpAnswer {
  const detail = `There is no ${kind} "${name}"; there are: ${known.join(', ')}.`;
  return problemAnswer(404, 'Not Found', detail);
}

function unknownDirectory(name: string): HttpAnswer {
  return unknown('directory', name, Object.keys(directories));
}

function notASwitch(): HttpAnswer {
  const detail = `The switches are ${Object.keys(switches).join(', ')}.`;
  return problemAnswer(404, 'Not Found', detail);
}

const fromWebsite = problemAnswer(403, 'Forbidden', 'Switches are for a shell, not for a website.');
const withoutEdge = problemAnswer(
  404,
  'Not Found',
  'There is no edge: start the service with npm start -- --edge.',
);
