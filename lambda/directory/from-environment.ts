/** The dependencies of a deployed function, and its reporter, as its environment variables say. */

import { RDSDataClient } from '@aws-sdk/client-rds-data';

import type { Directory } from '../../contract/directories.ts';
import { environment } from '../../contract/environment.ts';
import { FRESH_SECONDS } from '../../contract/http.ts';
import { systemClock } from '../../aws/clock.ts';
import { dataApi } from '../../aws/data-api.ts';
import { type Reporter, reporterOf } from './report.ts';
import { required } from './required.ts';
import { lastGoodFromEnvironment } from './store-from-environment.ts';
import type { Dependencies } from './dependencies.ts';

/**
 * One attempt a call: what the SDK would ask again, the next request asks a minute later, and until then the last-good
 * copy is served. The deadlines are our own (`deadline.ts`).
 */
export const databaseClient = { maxAttempts: 1 };

export function dependenciesFromEnvironment(): Dependencies {
  return {
    clock: systemClock,
    database: dataApi(new RDSDataClient(databaseClient), {
      resourceArn: required(environment.clusterArn),
      secretArn: required(environment.readerSecretArn),
      database: required(environment.databaseName),
    }),
    lastGood: lastGoodFromEnvironment(),
    memoryMs: seconds(environment.memorySeconds) * 1000,
  };
}

export function reporterFromEnvironment(directory: Directory): Reporter {
  return reporterOf(directory.name, required(environment.metricNamespace));
}

function seconds(name: string): number {
  const value = Number(required(name));
  if (value >= 0 && value <= FRESH_SECONDS) return value;
  throw new Error(`The environment variable ${name} is not a number from 0 to ${FRESH_SECONDS}`);
}
