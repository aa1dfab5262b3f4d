/** What CloudFront hands to a function (CloudFront Developer Guide, "CloudFront Functions event structure"). */

/** By name in lower case. */
export type EdgeHeaders = Record<string, { value: string }>;

export interface EdgeRequest {
  readonly method: string;
  /** The path; the query string is not in it. */
  uri: string;
}

export interface EdgeResponse {
  statusCode: number;
  statusDescription?: string;
  headers: EdgeHeaders;
  body?: { readonly encoding: 'text'; readonly data: string };
}

/** Sets headers of the contract, whose names are spelt as in the documentation. */
export function setHeaders(headers: EdgeHeaders, values: Readonly<Record<string, string>>): void {
  Object.keys(values).forEach((name) => {
    headers[name.toLowerCase()] = { value: values[name] ?? '' };
  });
}
