/** Runs the whole service on 127.0.0.1: database, Data API, object store, functions, gateway and edge. */

import { BUCKET, functionVariables, makeFunctions, secrets } from './configured-functions.ts';
import { startDataApi } from './data-api.ts';
import { Edge } from './edge.ts';
import { gateway, siteFiles } from './gateway.ts';
import { type HttpAnswer, type HttpRequest, type Listener, startServer } from './http-server.ts';
import { startObjectStore } from './object-store.ts';
import { openPreparedDatabase, type WantedDatabase } from './prepared-database.ts';
import { Faults } from './stand-in.ts';
import { answerSwitch, SWITCHES_PATH } from './switches.ts';

interface ServiceOptions {
  /** The port of the service. If it is 0, the service uses any free port. */
  readonly port: number;
  readonly database: WantedDatabase;
  /** Contains a folder for each function bundle, and a folder for the site. */
  readonly bundlesFolder: string;
  /**
   * Builds the bundles while the database opens. If the folder already contains them, for example in tests, the caller passes a
   * function that does nothing.
   */
  readonly bundle: (into: string) => Promise<void>;
  /** How long the functions reuse an answer. */
  readonly memorySeconds: number;
  /** Whether to put a stand-in for CloudFront in front of the gateway. */
  readonly edge?: boolean;
  readonly onAnswer?: (request: HttpRequest, answer: HttpAnswer, milliseconds: number) => void;
  /** Called with the functions' output and their failures. */
  readonly onLog?: (text: string) => void;
}

/** The running service. */
export type Service = Awaited<ReturnType<typeof startService>>;

/** The parts to close. The first is the server that listens on the port, and it is closed first. */
type Parts = { readonly close: () => Promise<void> }[];

/**
 * Starts the service. If a part cannot start, stops the parts that have started, and rejects. If the port is taken or the
 * database cannot be opened, the message of the error tells the user what to do.
 */
export async function startService(options: ServiceOptions) {
  const parts: Parts = [];
  const close = async (): Promise<void> => {
    const [front, ...others] = parts.splice(0);
    for (const part of [front, ...others.toReversed()]) await part?.close();
  };
  try {
    return { ...(await startParts(options, parts)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts the parts, and adds each to `parts`. */
async function startParts(options: ServiceOptions, parts: Parts) {
  const { bundlesFolder, memorySeconds, onLog = () => {} } = options;
  // The server starts before the slow work, so that a taken port is noticed at once. Until the service is ready, the server
  // resets connections.
  let answer = resetConnection;
  const front = await startServer((call) => answer(call), options.port);
  parts.push(front);
  const { url } = front;

  // The database opens while the bundles are built. This saves time, because the bundler runs in another process.
  const opening = openPreparedDatabase({ ...options.database, origin: url });
  parts.push({ close: async () => (await opening).close() });
  const [database] = await Promise.all([opening, options.bundle(bundlesFolder)]);

  const dataApi = await startDataApi(database, secrets);
  parts.push(dataApi);
  const objectStore = await startObjectStore();
  parts.push(objectStore);
  const stage = { url, dataApi: dataApi.url, objectStore: objectStore.url };
  const variables = functionVariables(stage, memorySeconds);
  const functions = makeFunctions(bundlesFolder, variables, onLog);
  parts.push(...functions.values());

  const site = siteFiles(bundlesFolder, url);
  const faults = new Faults('gateway');
  const atGateway = gateway({ functions, site, onLog, faults });
  const store = async (key: string): Promise<HttpAnswer> =>
    storedAnswer(await fetch(`${objectStore.url}/${BUCKET}${key}`));
  const edge = options.edge === true ? new Edge({ service: atGateway, store, site }) : undefined;

  const service = { url, database, dataApi, objectStore, functions, gateway: faults, edge, stage };
  answer = async (call) => {
    if (call.path.startsWith(SWITCHES_PATH)) return answerSwitch(service, call);
    const startedAt = performance.now();
    const answered = await (edge?.answer(call) ?? atGateway(call));
    if (!call.signal.aborted) options.onAnswer?.(call, answered, performance.now() - startedAt);
    return answered;
  };
  return service;
}

const resetConnection: Listener = () => 'reset';

/** Turns the store's response into the answer that CloudFront would get from S3. */
async function storedAnswer(stored: Response): Promise<HttpAnswer> {
  const headers = Object.fromEntries(stored.headers);
  for (const name of ['connection', 'content-length', 'date', 'keep-alive']) delete headers[name];
  return { statusCode: stored.status, headers, body: Buffer.from(await stored.arrayBuffer()) };
}
