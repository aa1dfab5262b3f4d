/** What can become of a request for a list. */

import { DirectoryError } from './directory-error.ts';
import { retryMs } from './lifetime.ts';

export type Outcome = Answered | Failed;

export interface Answered {
  readonly body: Body;
  /** A 304 says that the body is the one from before. */
  readonly isUnchanged: boolean;
  readonly headers: Headers;
}

interface Failed {
  readonly failure: DirectoryError;
  readonly retryMs: number;
}

interface Body {
  readonly text: string;
  readonly items: readonly unknown[];
}

/** An answer from before, which is not sent again if it still has this ETag. */
export interface Before {
  readonly etag: string | undefined;
  readonly body: Body;
}

/** Takes what happened and what to do about it. */
export function failed(
  happened: string,
  advice: string,
  facts: { readonly status?: number; readonly cause?: unknown } = {},
  retryAfter: string | null = null,
): Failed {
  const failure = new DirectoryError(`${happened}: ${advice}.`, facts);
  return { failure, retryMs: retryMs(retryAfter) };
}
