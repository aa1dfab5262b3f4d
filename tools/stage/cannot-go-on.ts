/** What was asked cannot be done; the message is one sentence for who asked, with what to do. */
export class CannotGoOn extends Error {
  override readonly name = 'CannotGoOn';
}
