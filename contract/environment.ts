/** Names of the environment variables of a directory's function. Whoever owns the resource sets them. */
export const environment = {
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
  /** Namespace of the metrics, under the name that Powertools reads: stages share an account. */
  metricNamespace: 'POWERTOOLS_METRICS_NAMESPACE',
} as const;

/**
 * How often, in seconds, each list is refreshed: set for the status function in a stage with a refresh schedule. Optional,
 * so it is not in the table above, of which the handlers require every entry.
 */
export const refreshSeconds = 'REFRESH_SECONDS';

/**
 * Set by a takedown to its time, as ISO 8601. No handler reads it, so it is not in the table either: Lambda starts new
 * processes after a change of configuration, and those have an empty memory.
 */
export const forgetBefore = 'FORGET_BEFORE';
