/**
 * What an error says, read without `instanceof`: Node's own errors are of another realm than code that a test runner
 * isolates.
 */

/** `ENOENT`, `42501`, ...: the code of an error of Node or of PostgreSQL. */
export function errorCode(error: unknown): string | undefined {
  return fact(error, 'code');
}

/** Empty where Node tried several addresses and joined their errors. */
export function errorMessage(error: unknown): string {
  return fact(error, 'message') ?? '';
}

function fact(error: unknown, name: string): string | undefined {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined;
  return String(Reflect.get(error, name));
}
