import * as v from 'valibot';

import { calendarDate, dateTime, typedUrl, url } from '../../contract/fields.ts';

/** Addresses as they were typed, and as they are served. */
const SERVED_URLS: readonly (readonly [string, string])[] = [
  ['https://example.com', 'https://example.com/'],
  ['http://example.com/', 'http://example.com/'],
  ['HTTPS://WWW.Example.COM/Team', 'https://www.example.com/Team'],
  ['example.com', 'https://example.com/'],
  ['  example.com  ', 'https://example.com/'],
  ['\u00A0https://example.com\u00A0', 'https://example.com/'],
  ['//example.com/a', 'https://example.com/a'],
  ['https://https://example.com', 'https://example.com/'],
  [' http://https://example.com/a', 'https://example.com/a'],
  ['HTTPS://http://http://example.com', 'http://example.com/'],
  ['https://web.example/https://example.com/', 'https://web.example/https://example.com/'],
  ['https://https.example/', 'https://https.example/'],
  ['example.com//a', 'https://example.com//a'],
  ['example.de/a', 'https://example.de/a'],
  ['https://example.com/%2g', 'https://example.com/%252g'],
  ['www.example.co.uk/a?b=c#d', 'https://www.example.co.uk/a?b=c#d'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  ['example.com?a=b', 'https://example.com/?a=b'],
  ['example.com.', 'https://example.com./'],
  ['linkedin.com/in/ada@work', 'https://linkedin.com/in/ada@work'],
  ['https://example.com:443/', 'https://example.com/'],
  ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
  ['https://example.com/a b', 'https://example.com/a%20b'],
  ['https://example.com/é?ü#ö', 'https://example.com/%C3%A9?%C3%BC#%C3%B6'],
  ['https://example.com/?filter[a]=b|c', 'https://example.com/?filter%5Ba%5D=b%7Cc'],
  ['https://example.com/100%', 'https://example.com/100%25'],
  ['https://example.com/%zz', 'https://example.com/%25zz'],
  ['https://example.com/%41', 'https://example.com/%41'],
  ['https://example.com/#a#b', 'https://example.com/#a%23b'],
  [`https://example.com/"><script>'`, `https://example.com/%22%3E%3Cscript%3E'`],
  ['https://exam\tple.com/\n', 'https://example.com/'],
  ['https://example.com/\u0000\u007F', 'https://example.com/%00%7F'],
  ['https://example.com/\uD800', 'https://example.com/%EF%BF%BD'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ['例え.テスト/あ', 'https://xn--r8jz45g.xn--zckzah/%E3%81%82'],
  ['https://[2001:db8::1]:8080/', 'https://[2001:db8::1]:8080/'],
  ['\\\\example.com', 'https://example.com/'],
];

// prettier-ignore
const REFUSED_URLS = [
  '', ' ', 'example', 'n/a', 'n.a.', 't.b.d.', 'v1.0', '0151.2345678', '192.168.10.11/a', 'none yet', 'coming soon.',
  'javascript:alert(1)', 'JavaScript:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)',
  'javascript://example.com/%0Aalert(1)', 'data:text/html,<script>', 'vbscript:x', 'file:///etc/passwd',
  'ftp://example.com/', 'mailto:ada@example.org', 'tel:+491512345678', 'ada@example.org', 'https://ada@example.com/',
  'https://ada:secret@example.com/', 'https://:secret@example.com/', 'ada:secret@example.com', 'https://', 'https:///', 'https://exa mple.com/',
  'https://example.com:99999/', 'https://%00/', '/images/logo.png',
];

/** Moments as they came, and as they are served. */
const SERVED_MOMENTS: readonly (readonly [string, string])[] = [
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00:00.5Z', '2026-01-31T12:00:00.500Z'],
  ['2026-01-31T12:00:00.123456Z', '2026-01-31T12:00:00.123Z'],
  ['2026-01-31T12:00:00+01:00', '2026-01-31T11:00:00.000Z'],
  ['2026-01-31T00:30:00+05:45', '2026-01-30T18:45:00.000Z'],
  ['2026-01-01T00:00:00+14:00', '2025-12-31T10:00:00.000Z'],
  ['2024-02-29T23:59:59.999-00:00', '2024-02-29T23:59:59.999Z'],
];

// prettier-ignore
const REFUSED_MOMENTS = [
  '', 'now', '2026-01-31', '2026-01-31 12:00:00', // the Data API drops the offset: the moment is not known
  '2026-01-31T12:00:00', '2026-01-31T12:00Z', '2026-01-31T12:00:00+0100', '2026-01-31T12:00:00+01',
  '2026-02-30T12:00:00Z', '2025-02-29T12:00:00Z', '2026-13-01T12:00:00Z', '2026-01-31T24:00:00Z',
  '2026-01-31T12:60:00Z', '2026-01-31T12:00:60Z', '2026-01-31T12:00:00+25:00', '9999-12-31T23:59:59-01:00',
  '0000-01-01T00:00:00+01:00', '+012026-01-31T12:00:00Z', '2026-01-31T12:00:00Z\n', '2026-01-31T12:00:00Z (UTC)', // JavaScript reads past a comment
  '٢٠٢٦-01-31T12:00:00Z',
];

describe('an address', () => {
  test.each(SERVED_URLS)('%j is served as %j, in ASCII, and that as it is', (typed, served) => {
    expect(v.parse(typedUrl, typed)).toBe(served);
    expect(served).toMatch(/^[\u0021-\u007E]+$/u);
    expect(v.parse(typedUrl, served)).toBe(served);
    expect(v.parse(url, served)).toBe(served);
  });

  test.each(REFUSED_URLS)('%j is refused', (typed) => {
    expect(v.is(typedUrl, typed)).toBe(false);
  });

  test('is given a scheme only where a person typed it', () => {
    expect(v.is(url, 'example.com')).toBe(false);
  });

  // Patterns that go back and forth would not come to an end.
  test.each(['a', '.', 'a.', '1.', '/', '%', 'é'])('200 KB of %j are read to their end', (part) => {
    expect(v.is(typedUrl, `${part.repeat(200_000 / part.length)}@`)).toBe(false);
  });

  // `URL.canParse` does, in Node.js 20, once its callers have been compiled.
  test('with an umlaut is not refused after many others', () => {
    const accepted = Array.from({ length: 20_000 }, () =>
      v.is(typedUrl, 'https://münchen.example/'),
    );

    expect(accepted).not.toContain(false);
  });

  test('is looked at up to a length, counted as it was typed', () => {
    const longest = `https://example.com/${'a'.repeat(4096 - 20)}`;

    expect(v.is(typedUrl, longest)).toBe(true);
    expect(v.is(url, longest)).toBe(true);
    for (const tooLong of [`${longest}a`, ` ${longest}`]) {
      expect(v.is(typedUrl, tooLong)).toBe(false);
      expect(v.is(url, tooLong)).toBe(false);
    }
  });
});

describe('a moment', () => {
  test.each(SERVED_MOMENTS)('%s is served as %s, and that as it is', (moment, served) => {
    expect(v.parse(dateTime, moment)).toBe(served);
    expect(v.parse(dateTime, served)).toBe(served);
  });

  test.each(REFUSED_MOMENTS)('%j is none', (moment) => {
    expect(v.is(dateTime, moment)).toBe(false);
  });
});

describe('a date', () => {
  test.each(['2026-01-31', '2024-02-29', '2000-02-29'])('%s is in the calendar', (date) => {
    expect(v.is(calendarDate, date)).toBe(true);
  });

  test.each(['2026-02-30', '2025-02-29', '1900-02-29', '2026-04-31', '2026-1-1', '31.01.2026', ''])(
    '%j is not in the calendar',
    (date) => {
      expect(v.is(calendarDate, date)).toBe(false);
    },
  );
});
