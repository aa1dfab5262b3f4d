/**
 * Every limit of an answer. Each layer waits longer than the one behind it, so that the layer closest to a failure responds.
 * Cache lifetimes: `http.ts`, `edge.ts`. Deployment timeouts: `lib/constructs/code-function.ts`.
 */

export interface AnswerLimits {
  /** Timeout of one S3 call. */
  readonly storeMs: number;
  /** Timeout of the read, retries included. */
  readonly databaseMs: number;
  /** Whether to retry while Aurora resumes, which takes 15 s, or 30 s and more after a day's pause. */
  readonly waitsForResume: boolean;
  readonly brotli: {
    readonly quality: number;
    /** Longest list, uncompressed, that gets `quality`. */
    readonly upToBytes: number;
    readonly qualityAbove: number;
  };
}

/** Short: the last-good copy can answer instead. */
export const visitorLimits: AnswerLimits = {
  storeMs: 1000,
  databaseMs: 3000,
  waitsForResume: false,
  brotli: { quality: 8, upToBytes: 2e6, qualityAbove: 5 },
};

/** Long: no visitor waits for a refresh. */
export const refreshLimits: AnswerLimits = {
  storeMs: 5000,
  databaseMs: 45_000,
  waitsForResume: true,
  brotli: { quality: 11, upToBytes: 4e6, qualityAbove: 9 },
};

/** Pause between retries of a resuming database. */
export const RESUMING_PAUSE_MS = 500;

/** A visitor's longest wait, even in an outage: read, write, one second spare. */
export const LONGEST_ANSWER_SECONDS = 5;

/** API Gateway's timeout, cold start included; then 5xx. */
export const GATEWAY_TIMEOUT_SECONDS = 12;

/** CloudFront's timeout; then it reads S3. */
export const EDGE_TIMEOUT_SECONDS = 15;

/** Lambda's timeout. Only a refresh may need it. */
export const FUNCTION_TIMEOUT_SECONDS = 90;

/** Lambda allocates one full vCPU at this size; checking and compressing are CPU-bound. */
export const FUNCTION_MEMORY_MB = 1769;

/** Small, because no visitor waits for the status or the feeds. */
export const STATUS_AND_FEED_MEMORY_MB = 512;

/** Lambda limits the response JSON to 6 MiB, with binary bodies as base64. The headers get 8 KiB. */
export const LARGEST_BODY_BYTES = 6 * 1024 * 1024 - 8 * 1024;
