/** What a check of the database found. */
export interface Finding {
  /** A view, or the reader. */
  readonly subject: string;
  readonly result: 'ok' | 'fail' | 'note';
  readonly detail: string;
}

export function ok(subject: string, detail: string): Finding {
  return { subject, result: 'ok', detail };
}

export function fail(subject: string, detail: string): Finding {
  return { subject, result: 'fail', detail };
}

/** Neither good nor bad, but the operator should know. */
export function note(subject: string, detail: string): Finding {
  return { subject, result: 'note', detail };
}
