/** A list could not be had: its message names the address, what happened and what to do. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  /** The HTTP status, where there was an answer. */
  declare readonly status?: number; // declared only: without an answer there is no such property

  constructor(message: string, facts: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    if (facts.status !== undefined) this.status = facts.status;
  }
}
