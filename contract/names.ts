/** Names that the code and the infrastructure share: environment variables, metrics, database roles and stack outputs. */

import type { DirectoryName } from './directories.ts';

/**
 * Environment variables of a directory's function. The construct that owns a resource sets the variable that identifies the
 * resource.
 */
export const environment = {
  /** Name of the directory that the function serves, such as `startups`. */
  directory: 'DIRECTORY',
  /** ARN of the database cluster. */
  clusterArn: 'DATABASE_CLUSTER_ARN',
  /** ARN of the secret of the role `directory_reader`. */
  readerSecretArn: 'DATABASE_READER_SECRET_ARN',
  /** Name of the database in the cluster. */
  databaseName: 'DATABASE_NAME',
  /** Bucket of the last-good copies. */
  lastGoodBucket: 'LAST_GOOD_BUCKET',
  /** How long a process serves a list from memory, in seconds. In AWS, the value is `MEMORY_SECONDS` of `http.ts`. */
  memorySeconds: 'MEMORY_SECONDS',
  /** Namespace of the metrics. Each stage has its own, because stages can share an account. */
  metricNamespace: 'METRIC_NAMESPACE',
} as const;

/** Environment variables of the functions for the status and the feeds. */
export const siteEnvironment = {
  /** Name of the deployed release, which the status shows. */
  release: 'RELEASE',
  /** Public address of the service, without a path. The feeds link to it. */
  origin: 'SITE_ORIGIN',
  /** The feeds' title and subtitle. */
  title: 'SITE_TITLE',
  subtitle: 'SITE_SUBTITLE',
} as const;

/**
 * Returns the namespace of a stage's metrics. The metrics of the functions have only one dimension, `service`, whose value is
 * the directory's name. Further dimensions would make every query longer, because a query in CloudWatch must specify all
 * dimensions of a metric.
 */
export function metricNamespace(stage: string): string {
  return `PublicDirectory/${stage}`;
}

export const metricDimension = 'service';

/**
 * Metrics that a directory's function reports with each answer that is not from memory. Counts are reported even if they are
 * zero. The metrics are part of the answer's log line, which also contains further details.
 */
export const metric = {
  /** Lists that were read and passed the checks (count). */
  freshReads: 'FreshReads',
  /** Reads that failed because the database was unavailable (count). */
  outages: 'Outages',
  /**
   * Failures that a person must fix, such as denied access to the database or a list that is too long to send (count). Refused
   * lists are not included.
   */
  defects: 'Defects',
  /** Lists that were read but refused (count). */
  listsRefused: 'ListsRefused',
  /** Records left out of a list (count). */
  recordsLeftOut: 'RecordsLeftOut',
  /** Last-good copies that were unusable, or that could not be read or written (count). */
  copyFailures: 'CopyFailures',
  /** Age of the last-good copy after the answer, which may have replaced the copy (seconds). */
  copyAge: 'CopyAge',
  /** Size of the uncompressed list (bytes). */
  listBytes: 'ListBytes',
  /** Duration of the database read (milliseconds). */
  readTime: 'ReadTime',
} as const;

export type MetricName = (typeof metric)[keyof typeof metric];

/** Requests that API Gateway rejected with 429 (count). The metric is in the stage's namespace and has no dimensions. */
export const throttledRequests = 'RequestsThrottled';

/** The stack whose outputs identify the resources of a deployed stage. */
export const serviceStack = 'Service';

/** Returns the name of a stage's service stack in CloudFormation. @param stage - `Staging`, `Production`, … */
export function serviceStackName(stage: string): string {
  return `${stage}-${serviceStack}`;
}

/**
 * Format of the last-good copies. Increase it if a release cannot serve the copies of earlier releases. The functions overwrite
 * copies in a different format and do not serve them.
 */
export const copyFormat = '1';

/** Database role for reading the three views. */
export const READER = 'directory_reader';

/** Database role that the portal uses to fill its tables, if this project created the database. */
export const WRITER = 'portal_writer';

/**
 * Keys of a stage's stack outputs. All of them belong to the service stack, except `AlarmTopicArn`, which belongs to the stack
 * `Watch`.
 */
export const stageOutput = {
  /** Address of the service, ending in `/v1`. */
  address: 'Address',
  lastGoodBucket: 'LastGoodBucket',
  distributionId: 'DistributionId',
  /** Names of the edge functions. */
  viewerRequest: 'ViewerRequestFunction',
  viewerResponse: 'ViewerResponseFunction',
  alarmTopicArn: 'AlarmTopicArn',
  clusterArn: 'ClusterArn',
  databaseName: 'DatabaseName',
  readerSecretArn: 'ReaderSecretArn',
  /** This output and the next one exist only if the stage has its own cluster. */
  ownerSecretArn: 'OwnerSecretArn',
  writerSecretArn: 'WriterSecretArn',
  operatorRoleArn: 'OperatorRoleArn',
} as const;

/** Returns the key of the stack output that contains the name of a directory's function, such as `StartupsFunction`. */
export function functionOutput(directory: DirectoryName): string {
  return `${directory.slice(0, 1).toUpperCase()}${directory.slice(1)}Function`;
}
