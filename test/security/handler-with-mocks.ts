/** The function of one directory as it is deployed, before mocked SDK clients; what it writes is caught. */

import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';

import { type DirectoryName, directories } from '../../contract/directories.ts';
import { environment } from '../../contract/names.ts';
import { directoryHandler, type Handler } from '../../lambda/directory/handler.ts';
import { uuidOf } from '../support/records/records.ts';

export const rdsData = mockClient(RDSDataClient);
export const s3 = mockClient(S3Client);

const settings = {
  [environment.clusterArn]: 'arn:aws:rds:eu-west-1:000000000000:cluster:portal',
  [environment.readerSecretArn]: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:reader',
  [environment.databaseName]: 'portal',
  [environment.lastGoodBucket]: 'last-good',
  [environment.memorySeconds]: '0',
  [environment.metricNamespace]: 'PublicDirectory/Test',
};

export interface Handled {
  readonly answer: Awaited<ReturnType<Handler>>;
  /** Everything that the answer and the log say, as one text. */
  readonly text: string;
}

/** A database that has these rows, and no copy. */
export function healthy(records: readonly object[]): void {
  rowsAre(records.map((record) => JSON.stringify(record)));
  s3.reset();
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'none', $metadata: {} }));
  s3.on(PutObjectCommand).resolves({});
}

/** Whatever the rows say, their ids are in order. */
export function rowsAre(texts: readonly string[]): void {
  rdsData.reset();
  rdsData.on(ExecuteStatementCommand).resolves({
    records: texts.map((text, index) => [
      { stringValue: uuidOf(index + 1) },
      { longValue: 1 },
      { stringValue: text },
      { booleanValue: true },
    ]),
  });
}

export async function handle(
  name: DirectoryName,
  event: Parameters<Handler>[0] = {},
  awsRequestId = 'request',
): Promise<Handled> {
  const written: unknown[] = [];
  const listen = (...texts: readonly unknown[]): boolean => {
    written.push(...texts);
    return true;
  };
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    jest.spyOn(console, level).mockImplementation(listen);
  }
  jest.spyOn(process.stdout, 'write').mockImplementation(listen);
  jest.spyOn(process.stderr, 'write').mockImplementation(listen);
  jest.replaceProperty(process, 'env', { ...process.env, ...settings });
  try {
    const answer = await directoryHandler(directories[name])(event, { awsRequestId });
    return { answer, text: [...written.map(String), JSON.stringify(answer)].join('\n') };
  } finally {
    jest.restoreAllMocks();
  }
}
