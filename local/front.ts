/** The front of the local service: the gateway with its switches, and the edge before it where one is wanted. */

import type http from 'node:http';
import type net from 'node:net';

import { directories } from '../contract/directories.ts';
import { Edge } from './cloudfront/edge.ts';
import { createEdgeServer } from './cloudfront/edge-server.ts';
import { dataApiFaults } from './data-api/faults.ts';
import type { DataApi } from './data-api/start-data-api.ts';
import type { FaultTable } from './endpoint/faults.ts';
import { BUCKET, type Functions } from './functions.ts';
import { createGateway, type RequestLine } from './gateway.ts';
import { listen } from './listen.ts';
import { objectStoreFaults } from './object-store/faults.ts';
import type { LambdaFunction } from './runtime/lambda-function.ts';
import { siteIn } from './site.ts';
import type { ObjectStore } from './object-store/start-object-store.ts';
import { answerSwitch, type EdgeSwitches, type GatewayState, type Switches } from './switches.ts';

/** How what was opened is closed, in the order of opening. */
export type Closing = (() => Promise<void> | void)[];

interface FrontOptions {
  readonly port: net.Server;
  readonly edge?: boolean;
  readonly onRequest?: (line: RequestLine) => void;
  readonly onLog?: (text: string) => void;
}

/** What is behind it. */
interface Parts {
  readonly dataApi: DataApi;
  readonly objectStore: ObjectStore;
  readonly functions: Functions;
  readonly status: LambdaFunction;
  /** What `bundleSite` made. */
  readonly siteFolder: string;
  readonly endEnvironments: () => void;
}

interface Front {
  readonly url: string;
  readonly gatewayUrl: string;
  readonly edge?: Edge;
}

export async function openFront(
  { port, edge: withEdge = false, onRequest = ignore, onLog = ignore }: FrontOptions,
  closing: Closing,
  parts: Parts,
): Promise<Front> {
  let gatewayState: GatewayState = 'up';
  const front: { edge?: Edge; url: string } = { url: '' };
  const site = siteIn(parts.siteFolder, () => front.url);
  const switches = (): Switches => ({
    ...makeSwitches(parts),
    gateway: () => gatewayState,
    setGateway: (state) => {
      gatewayState = state;
    },
    ...(front.edge === undefined ? {} : { edge: edgeSwitches(front.edge) }),
  });
  const gateway = createGateway({
    functions: parts.functions,
    status: parts.status,
    site,
    switches: async (method, route) => answerSwitch(switches(), method, route),
    onRequest: withEdge ? ignore : onRequest,
    onFailure: (message) => {
      onLog(`${message}\n`);
    },
    isDown: () => gatewayState === 'down',
  });
  const gatewayUrl = await open(gateway, withEdge ? 0 : port, closing);
  front.url = gatewayUrl;
  if (!withEdge) return { url: gatewayUrl, gatewayUrl };

  const edge = new Edge({ service: gatewayUrl, store: `${parts.objectStore.url}/${BUCKET}`, site });
  front.edge = edge;
  const url = await open(createEdgeServer({ edge, gatewayUrl, onRequest }), port, closing);
  front.url = url;
  return { url, gatewayUrl, edge };
}

async function open(
  server: http.Server,
  port: number | net.Server,
  closing: Closing,
): Promise<string> {
  const url = `http://127.0.0.1:${await listen(server, port)}`;
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return url;
}

function makeSwitches({
  dataApi,
  objectStore,
  endEnvironments,
}: Parts): Omit<Switches, 'gateway' | 'setGateway'> {
  const { faults } = dataApi;
  return {
    faults: descriptionsOf(dataApiFaults),
    currentFault: () => faults.name,
    setFault: async (name) => faults.set(name),
    storeFaults: descriptionsOf(objectStoreFaults),
    currentStoreFault: () => objectStore.faults.name,
    setStoreFault: async (name) => objectStore.faults.set(name),
    deleteCopy: async (name) => {
      await fetch(`${objectStore.url}/${BUCKET}${directories[name].path}`, { method: 'DELETE' });
    },
    endEnvironments,
  };
}

function edgeSwitches(edge: Edge): EdgeSwitches {
  return {
    clear: () => {
      edge.invalidate(['*']);
    },
    passTime: (seconds) => {
      edge.passTime(seconds);
    },
  };
}

function descriptionsOf(faults: FaultTable): Record<string, string> {
  return Object.fromEntries(
    Object.entries(faults).map(([name, { description }]) => [name, description]),
  );
}

function ignore(): void {}
