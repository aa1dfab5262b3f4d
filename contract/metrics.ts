/**
 * Metrics of a directory's function, as its dashboards and alarms name them. Each has one dimension, `service`, whose
 * value is the directory's name: CloudWatch finds a metric only by all of its dimensions. A scheduled refresh
 * counts as an answer.
 */
export function metricNamespace(stage: string): string {
  return `PublicDirectory/${stage}`;
}

export const metricDimension = 'service';

export const metric = {
  /** Answers from a snapshot that this request read (count). */
  freshAnswers: 'FreshAnswers',
  /** Answers from the memory of the process, fresh or stale (count). */
  memoryAnswers: 'MemoryAnswers',
  /** Answers from a last-good copy (count); those from memory are in both. */
  staleAnswers: 'StaleAnswers',
  /** Answers 503, with neither database nor copy (count). */
  failedAnswers: 'FailedAnswers',
  /** Reads that failed because the database was unavailable (count). */
  outages: 'Outages',
  /** Reads that failed because something is wrong and needs a human (count). */
  defects: 'Defects',
  /** Snapshots that were read but refused as a whole (count); each is a defect too. */
  snapshotsRefused: 'SnapshotsRefused',
  /** Records left out of a snapshot for a bad value in a required field or for a duplicate slug (count). */
  recordsLeftOut: 'RecordsLeftOut',
  /** Bad values in nullable fields that became null (count). */
  fieldsSetToNull: 'FieldsSetToNull',
  /** Snapshots that could not be stored as last-good copy (count). */
  copiesNotWritten: 'CopiesNotWritten',
  /** Last-good copies that could not be read or did not hold what was written (count). */
  copiesUnreadable: 'CopiesUnreadable',
  /** Duration of the database read, without the checks (milliseconds; it may take 3 s). */
  readTime: 'ReadTime',
  /** Age of the snapshot that was served (seconds). */
  age: 'Age',
  /** Age of the last-good copy when the answer was given, read or written for it (seconds). */
  copyAge: 'CopyAge',
  /** Records in the snapshot that was served (count). */
  records: 'Records',
  /** Size of the snapshot that was served, not compressed (bytes). */
  listBytes: 'ListBytes',
  /** Size of the answer's body as Lambda sends it, in base64 where it is compressed (bytes; Lambda's limit is 6 MiB). */
  answerBytes: 'AnswerBytes',
} as const;
