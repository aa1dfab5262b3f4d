/** The stage `local`: the service that `npm start` runs on this machine. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';

import type { Refreshed, RefreshEvent } from '../../contract/refresh-event.ts';
import { NotServing } from '../../lambda/aws/request-refresh.ts';
import { CommandError } from '../../local/command.ts';
import * as names from '../../local/configured-functions.ts';
import type { Stage } from './stage.ts';

/** The file that `npm start` writes into its folder. */
const StageFile = v.object({ url: v.string(), dataApi: v.string(), objectStore: v.string() });

const LocalFailure = v.object({ errorType: v.string(), errorMessage: v.string() });

/** @param folder - of `npm start`. @throws CommandError if it does not run there */
export function localStage(folder: string): Stage {
  const { url, dataApi, objectStore } = stageFileIn(folder);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const at = (endpoint: string) => ({ endpoint, region: 'local', credentials, maxAttempts: 1 });
  const ask = async (method: string, route: string, body: string | null = null) =>
    fetch(`${url}/_local/${route}`, { method, body });
  return {
    name: 'Local',
    address: `${url}/v1`,
    async invoke(name, asked) {
      const event: RefreshEvent = { refresh: asked };
      const answer = await ask('POST', `invoke/${name}`, JSON.stringify(event));
      const result: unknown = await answer.json();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function of this release answered
      if (answer.ok) return result as Refreshed;
      const { errorType, errorMessage: message } = v.parse(LocalFailure, result);
      throw new NotServing(`its function fails (${errorType}: ${message})`);
    },
    copies: { client: new S3Client(at(objectStore)), bucket: names.BUCKET },
    async waitForMemory() {
      await ask('DELETE', 'environments');
    },
    async invalidate() {
      await ask('DELETE', 'edge'); // 404 where it was started without
    },
    database: () => ({
      clusterArn: names.CLUSTER_ARN,
      databaseName: names.DATABASE_NAME,
      ownerSecretArn: names.OWNER_SECRET_ARN,
      readerSecretArn: names.READER_SECRET_ARN,
      rdsData: new RDSDataClient(at(dataApi)),
    }),
  };
}

function stageFileIn(folder: string): v.InferOutput<typeof StageFile> {
  const file = path.join(folder, 'stage.json');
  try {
    return v.parse(v.pipe(v.string(), v.parseJson(), StageFile), readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new CommandError(
      `There is no local stage in ${file}: run npm start, or name its folder with --folder.`,
      { cause },
    );
  }
}
