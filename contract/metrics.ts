/** Metrics of a directory's function, as its dashboards and alarms name them. Every one has the dimension `Directory`. */
export const metricNamespace = 'PublicDirectory';

export const directoryDimension = 'Directory';

export const metric = {
  /** Answers from a snapshot that this request read (count). */
  freshAnswers: 'FreshAnswers',
  /** Answers from the memory of the process, fresh or stale (count). */
  memoryAnswers: 'MemoryAnswers',
  /** Answers from a last-good copy (count); those from memory are in both. */
  staleAnswers: 'StaleAnswers',
  /** Answers 503, with neither database nor copy (count). */
  failedAnswers: 'FailedAnswers',
  /** Reads that failed because the database was away (count). */
  outages: 'Outages',
  /** Reads that failed because something is wrong and needs a human (count). */
  defects: 'Defects',
  /** Snapshots that were read but refused as a whole (count); each is a defect too. */
  snapshotsRefused: 'SnapshotsRefused',
  /** Records left out of a snapshot for a bad value in a required field (count). */
  recordsLeftOut: 'RecordsLeftOut',
  /** Bad values in nullable fields that became null (count). */
  fieldsSetToNull: 'FieldsSetToNull',
  /** Snapshots that could not be kept as last-good copy (count). */
  copiesNotWritten: 'CopiesNotWritten',
  /** Last-good copies that could not be read or did not hold what was written (count). */
  copiesUnreadable: 'CopiesUnreadable',
  /** Age of the snapshot that was served (seconds). */
  age: 'Age',
  /** Records in the snapshot that was served (count). */
  records: 'Records',
  /** Size of the snapshot that was served, not compressed (bytes). */
  listBytes: 'ListBytes',
  /** Size of the answer as Lambda sends it, compressed and base64-encoded (bytes; Lambda's limit is 6 MiB). */
  answerBytes: 'AnswerBytes',
} as const;
