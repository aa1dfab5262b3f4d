/** The whole service on 127.0.0.1: database, Data API, object store, functions and the front door. */

import http from 'node:http';
import { rm } from 'node:fs/promises';
import path from 'node:path';

import { SITE_FOLDER } from '../bundling/site.ts';
import type { LocalDatabase } from './database/local-database.ts';
import { type DataApi, type FinishedCall, startDataApi } from './data-api/start-data-api.ts';
import type { Edge } from './cloudfront/edge.ts';
import { type Closing, openFront } from './front.ts';
import {
  BUCKET,
  CLUSTER_ARN,
  DATABASE_NAME,
  DISTRIBUTION_ID,
  type Functions,
  functionVariables,
  makeFunctions,
  makeStatusFunction,
  OWNER_SECRET_ARN,
  READER_SECRET_ARN,
  stackOutputs,
} from './functions.ts';
import type { RequestLine } from './gateway.ts';
import { listen } from './listen.ts';
import { type ObjectStore, startObjectStore } from './object-store/start-object-store.ts';
import { LogOfFunctions } from './operator/log-events.ts';
import { startOperator } from './operator/start-operator.ts';
import {
  openPreparedDatabase,
  type PreparedDatabase,
  type WantedDatabase,
} from './prepared-database.ts';

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
  /** Puts a stand-in for CloudFront at the port, and the gateway at any free one behind it. */
  readonly edge?: boolean;
  readonly onRequest?: (line: RequestLine) => void;
  /** Told about every call of the Data API when it is over. */
  readonly onCall?: (call: FinishedCall) => void;
  /** What the functions write, and what becomes of those that fail. */
  readonly onLog?: (text: string) => void;
}

export interface Service {
  /** Where clients ask. */
  readonly url: string;
  /** Where the gateway is: the same without an edge. */
  readonly gatewayUrl: string;
  readonly edge?: Edge;
  /** Where the operator's commands find CloudFormation, Lambda and CloudFront. */
  readonly operatorUrl: string;
  readonly database: LocalDatabase;
  readonly dataApi: DataApi;
  readonly objectStore: ObjectStore;
  readonly functions: Functions;
  /** Ends every Lambda environment, so that the next request meets a cold start. */
  readonly endEnvironments: () => void;
  readonly close: () => Promise<void>;
}

const cluster = {
  clusterArn: CLUSTER_ARN,
  databaseName: DATABASE_NAME,
  secrets: { [READER_SECRET_ARN]: 'directory_reader', [OWNER_SECRET_ARN]: undefined },
};

/** Rejects with one sentence when the port is taken or the database cannot be had; then nothing stays open. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const closing: Closing = [];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).toReversed()) await end();
  };
  try {
    return { ...(await startInOrder(options, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Each part with what it needs, and with how it is closed, in `closing`. */
async function startInOrder(
  options: ServiceOptions,
  closing: Closing,
): Promise<Omit<Service, 'close'>> {
  const { lastGoodFolder, onCall = ignore, onLog = ignore } = options;
  await refuseTakenPort(options.port); // before the work of making a database

  const { database, isNew, bundlesFolder } = await openAndBundle(options, closing);
  const dataApi = await startDataApi({ database, ...cluster, onCall });
  closing.push(async () => dataApi.close());

  if (isNew) await rm(lastGoodFolder, { recursive: true, force: true });
  const objectStore = await startObjectStore({ folder: lastGoodFolder, buckets: [BUCKET] });
  closing.push(async () => objectStore.close());

  const variables = functionVariables({ dataApi, objectStore }, options.memorySeconds);
  const log = new LogOfFunctions();
  const functions = makeFunctions(bundlesFolder, variables, (text, functionName) => {
    log.add(functionName, text);
    onLog(text);
  });
  const status = makeStatusFunction(bundlesFolder, variables, onLog);
  const each = [...functions.values(), status];
  const endEnvironments = (): void => {
    for (const lambdaFunction of each) lambdaFunction.endEnvironments();
  };
  closing.push(async () => {
    await Promise.all(each.map(async (lambdaFunction) => lambdaFunction.close()));
  });

  const parts = { dataApi, objectStore, functions, endEnvironments };
  const siteFolder = path.join(bundlesFolder, SITE_FOLDER);
  const front = await openFront(options, closing, { ...parts, status, siteFolder });
  const operator = await startOperator({
    outputs: stackOutputs(front.url),
    functions: new Map([...functions].map(([{ name }, lambdaFunction]) => [name, lambdaFunction])),
    logOf: (functionName) => log.of(functionName),
    distributionId: DISTRIBUTION_ID,
    invalidate: (paths) => front.edge?.invalidate(paths),
  });
  closing.push(async () => operator.close());
  return { ...front, ...parts, operatorUrl: operator.url, database };
}

/** Side by side: the one computes on this thread, the other in a process of its own. */
async function openAndBundle(
  options: ServiceOptions,
  closing: Closing,
): Promise<PreparedDatabase & { readonly bundlesFolder: string }> {
  const [bundling, opening] = await Promise.allSettled([
    options.bundle(),
    openPreparedDatabase(options.database),
  ]);
  if (opening.status === 'rejected') throw opening.reason;
  const { database } = opening.value;
  closing.push(async () => database.close());
  if (bundling.status === 'rejected') throw bundling.reason;
  return { ...opening.value, bundlesFolder: bundling.value };
}

async function refuseTakenPort(port: number): Promise<void> {
  const server = http.createServer();
  await listen(server, port);
  server.close();
}

function ignore(): void {}
