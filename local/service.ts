/** The whole service on 127.0.0.1: database, Data API, object store, functions and the front door. */

import http from 'node:http';
import { rm } from 'node:fs/promises';

import { directories } from '../contract/directories.ts';
import { type DataApi, startDataApi } from './data-api/start-data-api.ts';
import { dataApiFaults } from './data-api/faults.ts';
import {
  BUCKET,
  CLUSTER_ARN,
  DATABASE_NAME,
  functionVariables,
  makeFunctions,
  OWNER_SECRET_ARN,
  READER_SECRET_ARN,
} from './functions.ts';
import { createGateway, type RequestLine } from './gateway.ts';
import { listen } from './listen.ts';
import { type ObjectStore, startObjectStore } from './object-store/start-object-store.ts';
import { openPreparedDatabase, type WantedDatabase } from './prepared-database.ts';
import { answerSwitch, type Switches } from './switches.ts';

export interface ServiceOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly database: WantedDatabase;
  /** Folder of the object store. */
  readonly lastGoodFolder: string;
  /** Folder with one folder for each directory's bundle. */
  readonly bundlesFolder: string;
  /** How long the functions answer from memory. */
  readonly memorySeconds: number;
  readonly onRequest?: (line: RequestLine) => void;
  /** What the functions write, and what becomes of those that fail. */
  readonly onLog?: (text: string) => void;
}

export interface Service {
  readonly url: string;
  readonly dataApi: DataApi;
  readonly objectStore: ObjectStore;
  /** Ends every Lambda environment, so that the next request meets a cold start. */
  readonly endEnvironments: () => void;
  readonly close: () => Promise<void>;
}

/** Rejects with one sentence when the port is taken or the database cannot be had; then nothing stays open. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { onRequest = ignore, onLog = ignore } = options;
  const closing: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).toReversed()) await end();
  };
  try {
    await refuseTakenPort(options.port); // before the work of making a database

    const { database, isNew } = await openPreparedDatabase(options.database);
    closing.push(async () => database.close());
    const secrets = { [READER_SECRET_ARN]: 'directory_reader', [OWNER_SECRET_ARN]: undefined };
    const cluster = { clusterArn: CLUSTER_ARN, databaseName: DATABASE_NAME, secrets };
    const dataApi = await startDataApi({ database, ...cluster });
    closing.push(async () => dataApi.close());

    if (isNew) await rm(options.lastGoodFolder, { recursive: true, force: true });
    const objectStore = await startObjectStore({
      folder: options.lastGoodFolder,
      buckets: [BUCKET],
    });
    closing.push(async () => objectStore.close());

    const variables = functionVariables({ dataApi, objectStore }, options.memorySeconds);
    const functions = makeFunctions(options.bundlesFolder, variables, onLog);
    const endEnvironments = (): void => {
      for (const lambdaFunction of functions.values()) lambdaFunction.end();
    };
    closing.push(endEnvironments);

    const switches = makeSwitches(dataApi, objectStore.url, endEnvironments);
    const gateway = createGateway({
      functions,
      switches: async (method, route) => answerSwitch(switches, method, route),
      onRequest,
      onFailure: onLog,
    });
    const port = await listen(gateway, options.port);
    closing.push(() => {
      gateway.close();
      gateway.closeAllConnections();
    });
    return { url: `http://127.0.0.1:${port}`, dataApi, objectStore, endEnvironments, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function refuseTakenPort(port: number): Promise<void> {
  const server = http.createServer();
  await listen(server, port);
  server.close();
}

function makeSwitches(
  { faults }: DataApi,
  objectStoreUrl: string,
  endEnvironments: () => void,
): Switches {
  return {
    faults: Object.fromEntries(
      Object.entries(dataApiFaults).map(([name, { description }]) => [name, description]),
    ),
    currentFault: () => faults.name,
    setFault: async (name) => faults.set(name),
    deleteCopy: async (name) => {
      await fetch(`${objectStoreUrl}/${BUCKET}${directories[name].path}`, { method: 'DELETE' });
    },
    endEnvironments,
  };
}

function ignore(): void {}
