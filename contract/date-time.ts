/** Converts a date and time into the one form in which the service publishes it. */

/** RFC 3339 with an offset. Without one the moment is ambiguous: the Data API drops it (`2026-11-20 08:00:00`). */
const WITH_OFFSET =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/u;

/** Whether a calendar date `YYYY-MM-DD` exists: JavaScript reads 30 February as 2 March. */
export function dayExists(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** The moment in UTC with milliseconds, or an empty string, which no schema accepts, if it is not a moment. */
export function canonicalDateTime(moment: string): string {
  if (!WITH_OFFSET.test(moment)) return '';
  if (!dayExists(moment.slice(0, 10))) return '';
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
