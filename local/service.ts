/** The whole service on 127.0.0.1: database, Data API, object store, functions, gateway and edge. */

import { rm } from 'node:fs/promises';
import path from 'node:path';

import { SITE_FOLDER } from '../site/build.ts';
import { startDataApi } from './data-api.ts';
import type { LocalDatabase } from './local-database.ts';
import { Edge } from './edge.ts';
import {
  BUCKET,
  CLUSTER_ARN,
  DATABASE_NAME,
  type Functions,
  functionVariables,
  makeFunctions,
  OWNER_SECRET_ARN,
  READER_SECRET_ARN,
} from './configured-functions.ts';
import { gateway, type HttpAnswer, type HttpRequest, requestOf } from './gateway.ts';
import { type Call, startServer } from './http-server.ts';
import { startObjectStore } from './object-store.ts';
import { openPreparedDatabase, type WantedDatabase } from './prepared-database.ts';
import { siteBucket } from './site-bucket.ts';
import { Faults, type FinishedCall, type StandIn } from './stand-in.ts';
import { answerSwitch, type Switched, SWITCHES_PATH } from './switches.ts';

/** A request that has been answered. */
export interface RequestLine extends HttpRequest {
  readonly answer: HttpAnswer;
  readonly milliseconds: number;
}

export interface ServiceOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly database: WantedDatabase;
  /** Folder of the object store. */
  readonly lastGoodFolder: string;
  /** Makes what runs while the database opens: resolves to a folder with one for each function, and one for the site. */
  readonly bundle: () => Promise<string> | string;
  /** How long the functions answer from memory. */
  readonly memorySeconds: number;
  /** Puts a stand-in for CloudFront at the port, and the gateway behind it. */
  readonly edge?: boolean;
  readonly onRequest?: (line: RequestLine) => void;
  /** Called with every call when it is over. */
  readonly onDatabaseCall?: (call: FinishedCall) => void;
  readonly onStoreCall?: (call: FinishedCall) => void;
  /** Receives what the functions write, and the failures of those that fail. */
  readonly onLog?: (text: string) => void;
}

/** The running service. */
export interface Service extends Switched {
  /** Where clients ask. */
  readonly url: string;
  readonly edge?: Edge | undefined;
  readonly database: LocalDatabase;
  readonly dataApi: StandIn;
  readonly objectStore: StandIn;
  readonly functions: Functions;
  /** What `npm run operate` needs to find it as the stage `local`. */
  readonly stage: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Rejects with one sentence when the port is taken or the database cannot be had; then nothing stays open. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const opened: { close(): unknown }[] = [];
  const close = async (): Promise<void> => {
    for (const part of opened.splice(0).toReversed()) await part.close();
  };
  const keep = <T extends { close(): unknown }>(part: T): T => {
    opened.push(part);
    return part;
  };
  try {
    return { ...(await startParts(options, keep)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param keep - takes what must be closed again, in the other order. */
async function startParts(
  options: ServiceOptions,
  keep: <T extends { close(): unknown }>(part: T) => T,
): Promise<Omit<Service, 'close'>> {
  const { lastGoodFolder, edge: withEdge = false, onLog = () => {} } = options;
  // Before the work of making a database: its port may be taken. Whoever asks until the rest is there is turned away.
  let answer: (call: Call) => Promise<HttpAnswer | 'reset'> = turnAway;
  const front = keep(await startServer(async (call) => answer(call), options.port));
  const { url } = front;

  // Side by side: the one computes on this thread, the other in a process of its own.
  const [bundling, opening] = await Promise.allSettled([
    options.bundle(),
    openPreparedDatabase({ ...options.database, origin: url }),
  ]);
  if (opening.status === 'rejected') throw opening.reason;
  const { isNew } = opening.value;
  const database = keep(opening.value.database);
  if (bundling.status === 'rejected') throw bundling.reason;
  const bundlesFolder = bundling.value;

  const dataApi = keep(
    await startDataApi({
      database,
      clusterArn: CLUSTER_ARN,
      databaseName: DATABASE_NAME,
      secrets: { [READER_SECRET_ARN]: 'directory_reader', [OWNER_SECRET_ARN]: undefined },
      onCall: options.onDatabaseCall,
    }),
  );
  if (isNew) await rm(lastGoodFolder, { recursive: true, force: true });
  const objectStore = keep(
    await startObjectStore({ folder: lastGoodFolder, onCall: options.onStoreCall }),
  );
  const variables = functionVariables({ url, dataApi, objectStore }, options.memorySeconds);
  const functions = makeFunctions(bundlesFolder, variables, onLog);
  for (const lambdaFunction of functions.values()) keep(lambdaFunction);

  const gatewayFaults = new Faults('gateway');
  const site = siteBucket(path.join(bundlesFolder, SITE_FOLDER), url);
  const atGateway = gateway({
    functions,
    site,
    onFailure: (message) => {
      onLog(`${message}\n`);
    },
    isDown: () => gatewayFaults.name === 'down',
  });
  const store = async (key: string): Promise<HttpAnswer> =>
    storedAnswer(await fetch(`${objectStore.url}/${BUCKET}${key}`));
  const edge = withEdge ? new Edge({ service: atGateway, store, site }) : undefined;
  const parts = { database, dataApi, objectStore, functions, gateway: gatewayFaults, edge };

  answer = async (call) => {
    const request = requestOf(call.request);
    if (request.path.startsWith(SWITCHES_PATH)) {
      return answerSwitch(parts, request, async () => (await call.body()).toString());
    }
    call.request.resume(); // a body is of no interest, but must be read
    const startedAt = performance.now();
    const answered = await (edge?.answer(request) ?? atGateway(request));
    const milliseconds = performance.now() - startedAt;
    if (!call.signal.aborted) options.onRequest?.({ ...request, answer: answered, milliseconds });
    return answered;
  };
  keep(front); // once more, so that it is the first to close
  const stage = {
    url,
    dataApi: dataApi.url,
    clusterArn: CLUSTER_ARN,
    databaseName: DATABASE_NAME,
    ownerSecretArn: OWNER_SECRET_ARN,
    readerSecretArn: READER_SECRET_ARN,
    objectStore: objectStore.url,
    bucket: BUCKET,
  };
  return { url, stage, ...parts };
}

function turnAway(): Promise<'reset'> {
  return Promise.resolve('reset');
}

/** An object as S3 gives it to CloudFront. */
async function storedAnswer(stored: Response): Promise<HttpAnswer> {
  const headers = Object.fromEntries(stored.headers);
  for (const name of ['connection', 'content-length', 'date', 'keep-alive']) delete headers[name];
  return { status: stored.status, headers, body: Buffer.from(await stored.arrayBuffer()) };
}
