/** The handler of one directory with its real reports, before mocked SDK clients; what it writes is caught. */

import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import type { Context } from 'aws-lambda';

import { type DirectoryName, directories } from '../../contract/directories.ts';
import { environment } from '../../contract/names.ts';
import { directoryHandler } from '../../lambda/directory/handler.ts';
import { uuidOf } from '../support/records/records.ts';

export const rdsData = mockClient(RDSDataClient);
export const s3 = mockClient(S3Client);

const settings = {
  POWERTOOLS_DEV: 'true', // its log goes to the console that is listened to
  [environment.clusterArn]: 'arn:aws:rds:eu-west-1:000000000000:cluster:portal',
  [environment.readerSecretArn]: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:reader',
  [environment.databaseName]: 'portal',
  [environment.lastGoodBucket]: 'last-good',
  [environment.memorySeconds]: '0',
  [environment.metricNamespace]: 'PublicDirectory/Test',
};

type Handler = ReturnType<typeof directoryHandler>;

export interface Handled {
  readonly answer: Awaited<ReturnType<Handler>>;
  /** Everything that the answer and the log lines say, as one text. */
  readonly text: string;
}

/** A database that has these records, and no copy. */
export function healthy(records: readonly object[]): void {
  rdsData.reset();
  s3.reset();
  const last = records.length - 1;
  rdsData.on(ExecuteStatementCommand).resolves({
    records: records.map((record, index) => [
      { stringValue: uuidOf(index + 1) }, // whatever the record says
      { longValue: 1 },
      { longValue: 1 },
      { stringValue: JSON.stringify(record) },
      { booleanValue: index === last },
    ]),
  });
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'none', $metadata: {} }));
  s3.on(PutObjectCommand).resolves({});
}

export async function handle(
  name: DirectoryName,
  event: Parameters<Handler>[0] = {},
  requestId = 'request',
): Promise<Handled> {
  const written: unknown[] = [];
  const catchAll = (...texts: readonly unknown[]): boolean => {
    written.push(...texts);
    return true;
  };
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
    jest.spyOn(console, level).mockImplementation(catchAll);
  }
  jest.spyOn(process.stdout, 'write').mockImplementation(catchAll);
  jest.spyOn(process.stderr, 'write').mockImplementation(catchAll);
  jest.replaceProperty(process, 'env', { ...process.env, ...settings });
  try {
    const context = { awsRequestId: requestId, functionName: name } as Context;
    const answer = await directoryHandler(directories[name])(event, context);
    return { answer, text: [...written.map(String), JSON.stringify(answer)].join('\n') };
  } finally {
    jest.restoreAllMocks();
  }
}
