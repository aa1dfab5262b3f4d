import type { EdgeHeaders } from './cloudfront-event.ts';

/** Sets headers of the contract, whose names are spelt as in the documentation. */
export function setHeaders(headers: EdgeHeaders, values: Readonly<Record<string, string>>): void {
  Object.keys(values).forEach((name) => {
    headers[name.toLowerCase()] = { value: values[name] ?? '' };
  });
}
