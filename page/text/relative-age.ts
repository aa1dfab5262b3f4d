/** How long ago a moment was, in words: `just now`, `12 minutes ago`, `3 days ago`. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A moment in the future is `just now`: the clocks of two machines differ. */
export function relativeAge(then: Date, now: Date): string {
  const age = now.getTime() - then.getTime();
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return ago(age / MINUTE_MS, 'minute');
  if (age < 2 * DAY_MS) return ago(age / HOUR_MS, 'hour');
  return ago(age / DAY_MS, 'day');
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}
