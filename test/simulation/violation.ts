/** Something that the service promises does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export function must(holds: boolean, sentence: string): void {
  if (!holds) throw new Violation(sentence);
}
