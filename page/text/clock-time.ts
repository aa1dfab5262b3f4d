/** A moment by the clock of whoever reads it: `21 Nov 2026, 13:20`. */

const BY_THE_CLOCK = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export function clockTime(moment: Date): string {
  return BY_THE_CLOCK.format(moment);
}
