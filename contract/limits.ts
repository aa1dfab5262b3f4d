/**
 * The time and size limits of an answer. CloudFront calls API Gateway, which calls a function. Each caller's timeout is longer
 * than the called part's limit for a visitor, so that the part closest to a failure can respond first. Cache lifetimes are in
 * `http.ts` and `edge.ts`, and deployment timeouts are in `lib/constructs/code-function.ts`.
 */

export interface AnswerLimits {
  /** Timeout of one call to S3. */
  readonly storeMs: number;
  /** Timeout of the database read, including retries. */
  readonly databaseMs: number;
  /**
   * Whether to retry while Aurora resumes. Resuming takes 15 s, or at least 30 s if the cluster was paused for more than a day.
   */
  readonly waitsForResume: boolean;
  readonly brotli: {
    readonly quality: number;
    /** Maximum size, before compression, of a list that is compressed with `quality`. Larger lists use `qualityAbove`. */
    readonly upToBytes: number;
    readonly qualityAbove: number;
  };
}

/** Limits while a visitor waits. They are short, because the last-good copy can be served instead. */
export const visitorLimits: AnswerLimits = {
  storeMs: 1000,
  databaseMs: 3000,
  waitsForResume: false,
  brotli: { quality: 8, upToBytes: 2e6, qualityAbove: 5 },
};

/** Limits for a refresh. They are generous, because no visitor waits for a refresh. */
export const refreshLimits: AnswerLimits = {
  storeMs: 5000,
  databaseMs: 45_000,
  waitsForResume: true,
  brotli: { quality: 11, upToBytes: 4e6, qualityAbove: 9 },
};

/** Pause between retries while the database resumes. */
export const RESUMING_PAUSE_MS = 500;

/**
 * The longest time that a function needs to answer a visitor: the timeout of the database read, the timeout of the write to S3
 * (if the read succeeded late), and one second to spare. A cold start takes additional time.
 */
export const LONGEST_ANSWER_SECONDS = 5;

/** API Gateway's timeout, which includes a cold start. After this time, API Gateway answers with a 5xx. */
export const GATEWAY_TIMEOUT_SECONDS = 12;

/** CloudFront's timeout for API Gateway. After this time, CloudFront reads the list's copy from S3. */
export const EDGE_TIMEOUT_SECONDS = 15;

/** Lambda's timeout for a directory's function. Only a refresh may take this long. */
export const FUNCTION_TIMEOUT_SECONDS = 90;

/**
 * Memory of a directory's function. At this size, Lambda allocates one full vCPU. The function needs it, because checking and
 * compressing a list are CPU-bound.
 */
export const FUNCTION_MEMORY_MB = 1769;

/**
 * Memory of the functions for the status and the feeds. Less memory is cheaper but slower, which is acceptable because no page
 * of the site loads the status or a feed.
 */
export const STATUS_AND_FEED_MEMORY_MB = 512;

/**
 * Maximum size of a body in Lambda's JSON response, which is limited to 6 MiB. Compressed bodies are encoded as base64, and their
 * encoded size counts. 8 KiB are reserved for the headers.
 */
export const LARGEST_BODY_BYTES = 6 * 1024 * 1024 - 8 * 1024;
