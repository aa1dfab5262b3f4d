/** Puts a faulty proxy on each of a service's two connections: to the Data API and to the object store. */

import type { TestService } from '../support/service/service.ts';
import { FaultyProxy } from './faulty-proxy.ts';

export interface SocketsBetween {
  readonly database: FaultyProxy;
  readonly store: FaultyProxy;
  readonly close: () => Promise<void>;
}

/** `variables` are what else the functions are to be given: they start anew only once. */
export async function socketsBetween(
  service: TestService,
  variables: Readonly<Record<string, string>> = {},
): Promise<SocketsBetween> {
  const database = await FaultyProxy.start(service.dataApi.url);
  const store = await FaultyProxy.start(service.objectStore.url);
  service.configure({
    AWS_ENDPOINT_URL_RDS_DATA: database.url,
    AWS_ENDPOINT_URL_S3: store.url,
    ...variables,
  });
  return {
    database,
    store,
    close: async () => {
      await Promise.all([database.close(), store.close()]);
    },
  };
}
