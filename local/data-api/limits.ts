/** The Data API's limits (Aurora user guide: "Limitations for the Amazon RDS Data API", "Quotas"). */

const KIB = 1024;

export const REQUEST_BYTES = 4 * KIB * KIB;
export const RESPONSE_BYTES = KIB * KIB;
export const ROW_BYTES = 64 * KIB;

export const STATEMENT_MS = 45_000;
export const TRANSACTION_IDLE_MS = 3 * 60_000;
export const TRANSACTION_MS = 24 * 60 * 60_000;

/**
 * Not AWS's: PGlite has one session for everybody. A transaction that lies idle for so long while somebody waits for
 * the session is rolled back: its caller has died, or is a person at a terminal who can begin again.
 */
export const SHARED_SESSION_IDLE_MS = 2000;
