import * as fc from 'fast-check';

/** Fails with fast-check's seed and path, by which the counterexample can be had again. */
export function expectProperty<T>(property: fc.IProperty<T>, runs: fc.Parameters<T>): void {
  fc.assert(property, runs);
}

export async function expectAsyncProperty<T>(
  property: fc.IAsyncProperty<T>,
  runs: fc.Parameters<T>,
): Promise<void> {
  await fc.assert(property, runs);
}
