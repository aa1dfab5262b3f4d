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

export interface ViewerRequestEvent {
  readonly request: EdgeRequest;
}

export interface ViewerResponseEvent {
  readonly response: EdgeResponse;
}
