/** Names that code and infrastructure agree on: environment variables, metrics, and the outputs by which a stage is found. */

import type { DirectoryName } from './directories.ts';

/** Names of the environment variables of a directory's function. Whoever owns the resource sets them. */
export const environment = {
  /** Name of the directory that the function answers for. */
  directory: 'DIRECTORY',
  /** ARN of the database cluster. */
  clusterArn: 'DATABASE_CLUSTER_ARN',
  /** ARN of the secret of the role `directory_reader`. */
  readerSecretArn: 'DATABASE_READER_SECRET_ARN',
  /** Name of the database in that cluster. */
  databaseName: 'DATABASE_NAME',
  /** Bucket of the last-good copies. */
  lastGoodBucket: 'LAST_GOOD_BUCKET',
  /** How long, in seconds, a process answers from memory without asking anyone: `MEMORY_SECONDS` when deployed. */
  memorySeconds: 'MEMORY_SECONDS',
  /** Namespace of the metrics: stages share an account. */
  metricNamespace: 'METRIC_NAMESPACE',
} as const;

/** Names of the environment variables of the functions beside the lists. */
export const siteEnvironment = {
  /** What is deployed: the status says it. */
  release: 'RELEASE',
  /** Where clients ask, without a path: the feeds link to it. */
  origin: 'SITE_ORIGIN',
  /** Title and subtitle of the feeds. */
  title: 'SITE_TITLE',
  subtitle: 'SITE_SUBTITLE',
} as const;

/**
 * Namespace of a stage's own metrics. Each has one dimension, `service`, whose value is the directory's name: CloudWatch
 * finds a metric only by all of its dimensions.
 */
export function metricNamespace(stage: string): string {
  return `PublicDirectory/${stage}`;
}

export const metricDimension = 'service';

/** What a directory's function reports of each read of the database, zeros included; everything else is in its log line. */
export const metric = {
  /** Lists that were read and published (count). */
  freshReads: 'FreshReads',
  /** Reads that failed because the database was unavailable (count). */
  outages: 'Outages',
  /** Reads that failed because something is wrong and needs a human (count); without refused lists. */
  defects: 'Defects',
  /** Lists that were read but refused as a whole (count). */
  listsRefused: 'ListsRefused',
  /** Records left out of a list (count). */
  recordsLeftOut: 'RecordsLeftOut',
  /** Last-good copies that could not be written, or not be read (count). */
  copyFailures: 'CopyFailures',
  /** Age of the last-good copy after the read (seconds). */
  copyAge: 'CopyAge',
  /** Size of the list, not compressed (bytes). */
  listBytes: 'ListBytes',
  /** Duration of the database read (milliseconds). */
  readTime: 'ReadTime',
} as const;

export type MetricName = (typeof metric)[keyof typeof metric];

/** Requests that API Gateway answered with 429 (count), in the namespace of the stage and without a dimension. */
export const throttledRequests = 'RequestsThrottled';

/** A deployed stage is found from outside by the outputs of its service stack. */
export const serviceStack = 'Service';

/** Name of the CloudFormation stack whose outputs say where everything is. `stage` is Staging, Production, ... */
export function serviceStackName(stage: string): string {
  return `${stage}-${serviceStack}`;
}

/** Format of the last-good copies. Increased when earlier copies cannot be served as they are: each version overwrites the other's. */
export const copyFormat = '1';

/** The role of the database that reads the three views. */
export const READER = 'directory_reader';

/** The role that fills the portal's tables in a database of this project's own. */
export const WRITER = 'portal_writer';

export const stageOutput = {
  /** Address of the service, ending in `/v1`. */
  address: 'Address',
  lastGoodBucket: 'LastGoodBucket',
  distributionId: 'DistributionId',
  /** Names of the edge's functions. */
  viewerRequest: 'ViewerRequestFunction',
  viewerResponse: 'ViewerResponseFunction',
  alarmTopicArn: 'AlarmTopicArn',
  clusterArn: 'ClusterArn',
  databaseName: 'DatabaseName',
  readerSecretArn: 'ReaderSecretArn',
  /** Only where the cluster is the stage's own. */
  ownerSecretArn: 'OwnerSecretArn',
  writerSecretArn: 'WriterSecretArn',
  operatorRoleArn: 'OperatorRoleArn',
} as const;

/** Output with the name of a directory's function: `StartupsFunction`. */
export function functionOutput(directory: DirectoryName): string {
  return `${directory.slice(0, 1).toUpperCase()}${directory.slice(1)}Function`;
}
