/**
 * The limits of an answer in one table. Each part waits longer than the one behind it, so that whoever is nearest to a
 * failure gives the answer:
 *
 * | limit                        | a visitor          | a refresh                              |
 * | ---------------------------- | ------------------ | -------------------------------------- |
 * | the store of copies, a call  | 1 s                | 5 s                                    |
 * | the database, the whole read | 3 s, asked once    | 45 s, asked again while it resumes     |
 * | brotli's quality             | 8, above 2 MB 5    | 11, above 4 MB 9                       |
 * | the gateway                  | 12 s               | -                                      |
 * | CloudFront                   | 15 s               | -                                      |
 * | Lambda                       | 90 s               | 90 s                                   |
 *
 * For how long answers may be cached is in `http.ts` and `edge.ts`; how long a step of a deployment may take, in
 * `lib/constructs/code-function.ts`.
 */

export interface AnswerLimits {
  /** One call to the store of copies, in milliseconds. */
  readonly storeMs: number;
  /** The whole read of the database, in milliseconds. */
  readonly databaseMs: number;
  /** Whether `DatabaseResumingException` is asked again: Aurora takes up to half a minute to resume. */
  readonly waitsForResume: boolean;
  readonly brotli: {
    readonly quality: number;
    /** The length of the list, uncompressed; a longer one has the quality after it. */
    readonly upToBytes: number;
    readonly qualityAbove: number;
  };
}

/** A visitor waits no longer than this for what a copy can answer. */
export const visitorLimits: AnswerLimits = {
  storeMs: 1000,
  databaseMs: 3000,
  waitsForResume: false,
  brotli: { quality: 8, upToBytes: 2e6, qualityAbove: 5 },
};

/** Nobody waits for a refresh. */
export const refreshLimits: AnswerLimits = {
  storeMs: 5000,
  databaseMs: 45_000,
  waitsForResume: true,
  brotli: { quality: 11, upToBytes: 4e6, qualityAbove: 9 },
};

/** How long to wait before a resuming database is asked again. */
export const RESUMING_PAUSE_MS = 500;

/** No visitor waits longer, not even while the database is unavailable: the read, the write of the copy, the rest. */
export const LONGEST_ANSWER_SECONDS = 5;

/** API Gateway gives up on a function, with 5xx; a cold start is in it. */
export const GATEWAY_TIMEOUT_SECONDS = 12;

/** CloudFront gives up on the gateway and asks the store of copies. */
export const EDGE_TIMEOUT_SECONDS = 15;

/** Lambda ends a function. Only a refresh, which waits for a database that resumes, may take so long. */
export const FUNCTION_TIMEOUT_SECONDS = 90;

/** Lambda gives one whole vCPU from here on: checking and compressing a list is work for the processor. */
export const FUNCTION_MEMORY_MB = 1769;

/** The status is asked for once a minute, the feeds once an hour, and no visitor waits for either. */
export const SITE_MEMORY_MB = 512;

/** Lambda allows 6 MiB for the answer's JSON, in which bytes count as base64; the headers take the rest. */
export const LARGEST_BODY_BYTES = 6 * 1024 * 1024 - 8 * 1024;
