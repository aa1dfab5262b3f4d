/** A calendar day, or the day of a moment in UTC, in words: `3 March 2027`. The same text in every time zone. */

const IN_WORDS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What is no date comes back as it is. */
export function day(date: string): string {
  const moment = new Date(date);
  return Number.isNaN(moment.getTime()) ? date : IN_WORDS.format(moment);
}
