/** The whole service on 127.0.0.1: database, Data API, object store, functions, gateway, edge and what operators ask. */

import { mkdtemp, rm } from 'node:fs/promises';
import type net from 'node:net';
import os from 'node:os';
import path from 'node:path';

import { bundleLocal } from '../bundling/functions.ts';
import { SITE_FOLDER } from '../bundling/site.ts';
import { answerAtEdge, Edge } from './cloudfront/edge.ts';
import { type DataApi, type FinishedCall, startDataApi } from './data-api/start-data-api.ts';
import type { LocalDatabase } from './database/local-database.ts';
import {
  openDatabase,
  openPreparedDatabase,
  type PreparedDatabase,
  type WantedDatabase,
} from './database/open-database.ts';
import { siteEnvironment } from '../contract/names.ts';
import { startServer, takePort } from './endpoint/server.ts';
import {
  BUCKET,
  CLUSTER_ARN,
  DATABASE_NAME,
  type Functions,
  functionVariables,
  makeFunctions,
  OWNER_SECRET_ARN,
  READER_SECRET_ARN,
  stackOutputs,
} from './functions.ts';
import {
  gateway,
  gatewayServerOptions,
  type RequestLine,
  SWITCHES_PATH,
  targetOf,
} from './gateway.ts';
import { type ObjectStore, startObjectStore } from './object-store/start-object-store.ts';
import { FunctionLogs } from './operator/lambda.ts';
import { startOperator } from './operator/start-operator.ts';
import type { LambdaFunction } from './runtime/lambda-function.ts';
import { siteIn } from './site.ts';
import { answerSwitch, type Switched } from './switches.ts';

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
  /** Called with every call of the Data API when it is over. */
  readonly onCall?: (call: FinishedCall) => void;
  /** What the functions write, and what becomes of those that fail. */
  readonly onLog?: (text: string) => void;
}

/** What runs. */
export interface Service extends Switched {
  /** Where clients ask. */
  readonly url: string;
  /** Where the gateway is: the same without an edge. */
  readonly gatewayUrl: string;
  readonly edge?: Edge | undefined;
  /** Where the operator's commands find CloudFormation, Lambda and CloudFront. */
  readonly operatorUrl: string;
  readonly database: LocalDatabase;
  readonly dataApi: DataApi;
  readonly objectStore: ObjectStore;
  readonly functions: Functions;
  /** Answers `/status.json`. */
  readonly status: LambdaFunction;
  /** Answers `/feed.xml` and `/feed.json`. */
  readonly feed: LambdaFunction;
  /** Ends every Lambda environment, so that the next request meets a cold start. */
  readonly endEnvironments: () => void;
  readonly close: () => Promise<void>;
}

type Parts = Omit<Service, 'url' | 'gatewayUrl' | 'edge' | 'operatorUrl' | 'close'>;

/** What was opened, to be closed in the other order. */
class Opened {
  readonly #parts: { close(): unknown }[] = [];

  add<T extends { close(): unknown }>(part: T): T {
    this.#parts.push(part);
    return part;
  }

  async close(): Promise<void> {
    for (const part of this.#parts.splice(0).toReversed()) await part.close();
  }
}

const cluster = {
  clusterArn: CLUSTER_ARN,
  databaseName: DATABASE_NAME,
  secrets: { [READER_SECRET_ARN]: 'directory_reader', [OWNER_SECRET_ARN]: undefined },
};

/** Rejects with one sentence when the port is taken or the database cannot be had; then nothing stays open. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const opened = new Opened();
  try {
    return { ...(await startInOrder(options, opened)), close: async () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * The service with the test data that staging has, in a folder that is gone when the work is done or has failed.
 *
 * @param bundles - where what runs was bundled; without one it is bundled anew.
 */
export async function withScratchService<T>(
  work: (service: Service, folder: string) => Promise<T>,
  bundles?: string,
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'directory-scratch-'));
  try {
    const service = await startService({
      port: 0,
      database: { open: openDatabase },
      lastGoodFolder: path.join(folder, 'last-good'),
      bundle: async () => {
        if (bundles === undefined) await bundleLocal(folder);
        return bundles ?? folder;
      },
      memorySeconds: 0,
    });
    try {
      return await work(service, folder);
    } finally {
      await service.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each part with what it needs. */
async function startInOrder(
  options: ServiceOptions,
  opened: Opened,
): Promise<Omit<Service, 'close'>> {
  const { lastGoodFolder, onCall = ignore, onLog = ignore } = options;
  const port = opened.add(await takePort(options.port)); // before the work of making a database
  const { database, isNew, bundlesFolder } = await openAndBundle(options, opened);
  const dataApi = opened.add(await startDataApi({ database, ...cluster, onCall }));
  if (isNew) await rm(lastGoodFolder, { recursive: true, force: true });
  const objectStore = opened.add(
    await startObjectStore({ folder: lastGoodFolder, buckets: [BUCKET] }),
  );

  const variables = functionVariables({ dataApi, objectStore }, options.memorySeconds);
  const logs = new FunctionLogs();
  const { functions, status, feed } = makeFunctions(bundlesFolder, variables, (text, name) => {
    logs.add(name, text);
    onLog(text);
  });
  const allFunctions = [...functions.values(), status, feed];
  for (const lambdaFunction of allFunctions) opened.add(lambdaFunction);

  const parts: Parts = {
    database,
    dataApi,
    objectStore,
    functions,
    status,
    feed,
    gatewayState: { current: 'up' },
    endEnvironments: () => {
      for (const lambdaFunction of allFunctions) lambdaFunction.endEnvironments();
    },
  };
  const siteFolder = path.join(bundlesFolder, SITE_FOLDER);
  const front = await openFront(parts, options, port, siteFolder, opened);
  feed.configure({ ...feed.variables, [siteEnvironment.origin]: front.url });
  const operator = opened.add(
    await startOperator({
      outputs: stackOutputs(front.url),
      functions: new Map([...functions].map(([{ name }, each]) => [name, each])),
      logs,
      invalidate: (paths) => front.edge?.invalidate(paths),
    }),
  );
  return { ...parts, ...front, operatorUrl: operator.url };
}

/** Side by side: the one computes on this thread, the other in a process of its own. */
async function openAndBundle(
  options: ServiceOptions,
  opened: Opened,
): Promise<PreparedDatabase & { readonly bundlesFolder: string }> {
  const [bundling, opening] = await Promise.allSettled([
    options.bundle(),
    openPreparedDatabase(options.database),
  ]);
  if (opening.status === 'rejected') throw opening.reason;
  opened.add(opening.value.database);
  if (bundling.status === 'rejected') throw bundling.reason;
  return { ...opening.value, bundlesFolder: bundling.value };
}

/** The gateway with its switches, and the edge before it where one is wanted. */
async function openFront(
  parts: Parts,
  { edge: withEdge = false, onRequest = ignore, onLog = ignore }: ServiceOptions,
  port: net.Server,
  siteFolder: string,
  opened: Opened,
): Promise<Pick<Service, 'url' | 'gatewayUrl' | 'edge'>> {
  const front: { url: string; edge?: Edge } = { url: '' };
  const site = siteIn(siteFolder, () => front.url);
  const atGateway = gateway({
    ...parts,
    site,
    switches: async (call) => answerSwitch({ ...parts, ...front }, call),
    onRequest: withEdge ? ignore : onRequest,
    onFailure: (message) => {
      onLog(`${message}\n`);
    },
    isDown: () => parts.gatewayState.current === 'down',
  });
  const { url: gatewayUrl } = opened.add(
    await startServer(atGateway, withEdge ? 0 : port, gatewayServerOptions),
  );
  front.url = gatewayUrl;
  if (!withEdge) return { ...front, gatewayUrl };

  const store = `${parts.objectStore.url}/${BUCKET}`;
  const edge = new Edge({ service: gatewayUrl, store, site });
  const { url } = opened.add(
    await startServer(
      async (call) =>
        targetOf(call.request).path.startsWith(SWITCHES_PATH)
          ? atGateway(call)
          : answerAtEdge(edge, call, onRequest),
      port,
      { keepAliveTimeout: gatewayServerOptions.keepAliveTimeout },
    ),
  );
  front.edge = edge;
  front.url = url;
  return { ...front, gatewayUrl };
}

function ignore(): void {}
