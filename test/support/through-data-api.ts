import { type Database, dataApi } from '../../aws/data-api.ts';
import {
  type DataApi,
  type FinishedCall,
  startDataApi,
} from '../../local/data-api/start-data-api.ts';
import type { LocalDatabase } from '../../local/database/local-database.ts';
import { cluster, clusterOf, DataApiClient, ownerSecret } from './data-api-client.ts';

/** A local database as the handlers see it: through their own file for the Data API, and the real SDK. */
export interface ThroughDataApi {
  readonly local: LocalDatabase;
  readonly api: DataApi;
  readonly database: Database;
  /** Every call so far; a test may empty it. */
  readonly calls: FinishedCall[];
  readonly close: () => Promise<void>;
}

export async function throughDataApi(open: () => Promise<LocalDatabase>): Promise<ThroughDataApi> {
  const local = await open();
  const calls: FinishedCall[] = [];
  const api = await startDataApi({
    database: local,
    ...clusterOf(),
    onCall: (call) => calls.push(call),
  });
  const client = new DataApiClient(api.url);
  const database = dataApi(client.sdk, {
    resourceArn: cluster.clusterArn,
    secretArn: ownerSecret,
    database: cluster.databaseName,
  });
  const close = async (): Promise<void> => {
    client.close();
    await api.close();
    await local.close();
  };
  return { local, api, database, calls, close };
}
