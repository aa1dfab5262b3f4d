/** The value of an environment variable. Throws where it is not set. */
export function required(name: string): string {
  const value = process.env[name]?.trim() ?? '';
  if (value === '') throw new Error(`The environment variable ${name} is not set`);
  return value;
}
