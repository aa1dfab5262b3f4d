/**
 * The limits of a request in one table. Each part waits longer than the one behind it, so that whoever is nearest to a
 * failure gives the answer:
 *
 * | waits for                | with a copy | without | a refresh |
 * | ------------------------ | ----------- | ------- | --------- |
 * | the store, one call (*)  | 1 s         | 8 s     | 8 s       |
 * | the database             | 3 s         | 8 s     | 45 s      |
 * | the answer of a function | 3.8 s       | 9.8 s   | 50 s      |
 * | the answer, promised     | 4 s         | 10 s    | -         |
 * | the gateway              | 12 s        | 12 s    | -         |
 * | CloudFront               | 15 s        | 15 s    | -         |
 * | Lambda                   | 60 s        | 60 s    | 60 s      |
 *
 * (*) A write has 1 s always, and so has a read once the database has answered. For how long answers may be cached is in
 * `http.ts` and `edge.ts`; how long a step of a deployment may take, in `lib/constructs/functions.ts`.
 */

/** One call to the store of last-good copies. A copy is waited for longer where nothing else can be served. */
export const STORE_MS = 1000;

/** The read of the database gives up where a copy can be served instead. */
export const READ_WITH_COPY_MS = 3000;

/** The read of the database, and of the copy, where there is nothing else to serve: worth waiting for. */
export const READ_WITHOUT_COPY_MS = 8000;

/** Aurora takes up to half a minute to resume, and nobody waits for a refresh. */
export const REFRESH_READ_MS = 45_000;

/** How long to wait before a resuming database is asked again. */
export const RESUMING_PAUSE_MS = 500;

/** The whole answer: 4 s with a copy and 10 s without, less what rendering and the way out take. */
export const ANSWER_WITH_COPY_MS = 3800;
export const ANSWER_WITHOUT_COPY_MS = 9800;
export const REFRESH_MS = 50_000;

/** No answer takes longer, not even while the database is unavailable and there is no copy. */
export const LONGEST_ANSWER_SECONDS = 10;

/** API Gateway gives up on a function, with 5xx; a cold start is in it. */
export const GATEWAY_TIMEOUT_SECONDS = 12;

/** CloudFront gives up on the gateway and asks the store of last-good copies. */
export const EDGE_TIMEOUT_SECONDS = 15;

/** Lambda ends a function. Only a refresh, which waits for a database that resumes, may take so long. */
export const FUNCTION_TIMEOUT_SECONDS = 60;

/** Lambda gives one whole vCPU from here on: checking and compressing a list is work for the processor. */
export const FUNCTION_MEMORY_MB = 1769;

/** The status is asked for once a minute, the feeds once an hour, and no visitor waits for either. */
export const SITE_MEMORY_MB = 512;

/** Lambda allows 6 MiB for the answer's JSON, in which bytes count as base64; the headers take the rest. */
export const LARGEST_BODY_BYTES = 6 * 1024 * 1024 - 8 * 1024;
