import * as v from 'valibot';

import { calendarDate, canonicalDateTime, dateTime } from '../../contract/fields.ts';

/** As it came, and as it is served. */
const SERVED: readonly (readonly [string, string])[] = [
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00:00.5Z', '2026-01-31T12:00:00.500Z'],
  ['2026-01-31T12:00:00.123456Z', '2026-01-31T12:00:00.123Z'],
  ['2026-01-31T12:00:00+01:00', '2026-01-31T11:00:00.000Z'],
  ['2026-01-31T00:30:00+05:45', '2026-01-30T18:45:00.000Z'],
  ['2026-01-01T00:00:00+14:00', '2025-12-31T10:00:00.000Z'],
  ['2024-02-29T23:59:59.999-00:00', '2024-02-29T23:59:59.999Z'],
];

const REFUSED = [
  '',
  'now',
  '2026-01-31',
  '2026-01-31 12:00:00', // the Data API drops the offset: the moment is not known
  '2026-01-31T12:00:00',
  '2026-01-31T12:00Z',
  '2026-01-31T12:00:00+0100',
  '2026-01-31T12:00:00+01',
  '2026-02-30T12:00:00Z',
  '2025-02-29T12:00:00Z',
  '2026-13-01T12:00:00Z',
  '2026-01-31T24:00:00Z',
  '2026-01-31T12:60:00Z',
  '2026-01-31T12:00:60Z',
  '2026-01-31T12:00:00+25:00',
  '9999-12-31T23:59:59-01:00',
  '0000-01-01T00:00:00+01:00',
  '+012026-01-31T12:00:00Z',
  '2026-01-31T12:00:00Z\n',
  '2026-01-31T12:00:00Z (UTC)', // JavaScript reads past a comment
  '٢٠٢٦-01-31T12:00:00Z',
];

test.each(SERVED)('%s is served as %s', (moment, served) => {
  expect(v.parse(dateTime, moment)).toBe(served);
});

test.each(REFUSED)('%j names no moment', (moment) => {
  expect(v.is(dateTime, moment)).toBe(false);
});

test.each(SERVED)('the served form of %s is served as it is', (_, served) => {
  expect(v.parse(dateTime, served)).toBe(served);
});

test.each(['2026-01-31', '2024-02-29', '2000-02-29'])('%s is in the calendar', (date) => {
  expect(v.is(calendarDate, date)).toBe(true);
});

test.each(['2026-02-30', '2025-02-29', '1900-02-29', '2026-04-31', '2026-1-1', '31.01.2026', ''])(
  '%j is not in the calendar',
  (date) => {
    expect(v.is(calendarDate, date)).toBe(false);
  },
);

/** They name a moment, in a year that has no four digits in UTC. */
const OUT_OF_THE_CENTURIES = /^(?:9999|0000)/u;

test.each(REFUSED.filter((moment) => !OUT_OF_THE_CENTURIES.test(moment)))(
  '%j has no form in which it could be published',
  (moment) => {
    expect(canonicalDateTime(moment)).toBe('');
  },
);
