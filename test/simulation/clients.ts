/** SDK clients for simulated processes. They take longer to make than to use, so they are used again. */

import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { HttpResponse } from '@smithy/core/protocols';
import { Readable } from 'node:stream';

import { databaseClient } from '../../lambda/directory/handler.ts';
import { storeClient } from '../../lambda/environment.ts';
import type { Wire } from './wire.ts';

export interface Clients {
  readonly rdsData: RDSDataClient;
  readonly s3: S3Client;
  /** Puts them on the wires of a process. */
  connect(database: Wire, store: Wire): void;
}

export class ClientPool {
  readonly #idle: Clients[] = [];

  /** Sees to it that so many can be taken. A client's first call reads files, and so has happened before. */
  async reserve(count: number): Promise<void> {
    while (this.#idle.length < count) this.#idle.push(await makeClients());
  }

  take(): Clients {
    const clients = this.#idle.pop();
    if (clients === undefined) throw new Error('There are no more clients: reserve some');
    return clients;
  }

  giveBack(clients: Clients): void {
    this.#idle.push(clients);
  }
}

async function makeClients(): Promise<Clients> {
  const database = new Plug();
  const store = new Plug();
  const outside = { region: 'eu-west-1', credentials, signer, endpointProvider };
  const rdsData = new RDSDataClient({ ...databaseClient, ...outside, requestHandler: database });
  const s3 = new S3Client({ ...storeClient, ...outside, requestHandler: store });
  for (const name of WITHOUT_EFFECT) {
    rdsData.middlewareStack.remove(name);
    s3.middlewareStack.remove(name);
  }
  await rdsData.send(new ExecuteStatementCommand({ resourceArn: 'x', secretArn: 'x', sql: 'x' }));
  await s3.send(new PutObjectCommand({ Bucket: 'x', Key: 'x', Body: 'x' }));
  await s3.send(new GetObjectCommand({ Bucket: 'x', Key: 'x' }));
  return {
    rdsData,
    s3,
    connect(databaseWire, storeWire) {
      database.wire = databaseWire;
      store.wire = storeWire;
    },
  };
}

/** What the SDK takes for its `requestHandler`. */
class Plug {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  wire: Wire | undefined;

  async handle(...call: Parameters<Wire['handle']>): ReturnType<Wire['handle']> {
    if (this.wire === undefined) return { response: nothing() };
    return this.wire.handle(...call);
  }

  destroy(): void {
    this.wire?.destroy();
  }

  updateHttpClientConfig(): void {}

  httpHandlerConfigs(): Record<string, never> {
    return {};
  }
}

const credentials = { accessKeyId: 'simulated', secretAccessKey: 'simulated' };

function nothing(): HttpResponse {
  return new HttpResponse({ statusCode: 200, headers: {}, body: Readable.from(['{}']) });
}

/** Steps of the SDK that take time and that nobody here takes notice of. */
const WITHOUT_EFFECT = [
  'loggerMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
];

const endpointProvider = (): { readonly url: URL } => ({ url: new URL('https://simulated/') });

/** Signatures are the SDK's own business, and take half of the time of a call. */
const signer = { sign: async <T>(request: T): Promise<T> => request };
