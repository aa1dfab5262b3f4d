/**
 * Where one part stops waiting for the next. Each waits longer than the one behind it, so that whoever is nearest to the
 * trouble gives the answer: the database 8 s, the answer 10 s (`LONGEST_ANSWER_SECONDS`), the gateway, the edge.
 */

/** The read of the database gives up where a copy can be served instead. */
export const READ_WITH_COPY_MS = 3000;

/** API Gateway gives up on a function, with 5xx; a cold start is in it. */
export const GATEWAY_TIMEOUT_SECONDS = 12;

/** CloudFront gives up on the gateway and asks the store of last-good copies. */
export const EDGE_TIMEOUT_SECONDS = 15;

/** Lambda ends a function. Only a refresh, which waits for a database that wakes up, may take so long. */
export const FUNCTION_TIMEOUT_SECONDS = 60;

/** Lambda gives one whole vCPU from here on: checking and compressing a list is work for the processor. */
export const FUNCTION_MEMORY_MB = 1769;

/** What is only looked at, once a minute, is worth less. */
export const STATUS_MEMORY_MB = 512;

/** Lambda allows 6 MiB for the answer's JSON, in which bytes count as base64; the headers take the rest. */
export const LARGEST_BODY_BYTES = 6 * 1024 * 1024 - 8 * 1024;
