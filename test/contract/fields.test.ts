import * as v from 'valibot';

import { calendarDate, dateTime, typedUrl, url } from '../../contract/fields.ts';
import examples from './fields.json' with { type: 'json' };

/** Pairs of a value in the database and the value that the service serves. */
const servedUrls = examples.servedUrls as [string, string][];
const servedMoments = examples.servedMoments as [string, string][];

describe('an address', () => {
  test.each(servedUrls)(
    'that is typed as %j is served in ASCII as %j, which is also a valid address',
    (typed, served) => {
      expect(v.parse(typedUrl, typed)).toBe(served);
      expect(served).toMatch(/^[\u0021-\u007E]+$/u);
      expect(v.parse(typedUrl, served)).toBe(served);
      expect(v.parse(url, served)).toBe(served);
    },
  );

  test.each(examples.refusedUrls)('that is typed as %j is refused', (typed) => {
    expect(v.is(typedUrl, typed)).toBe(false);
  });

  test('without a scheme is refused in a field that people do not fill in by hand', () => {
    expect(v.is(url, 'example.com')).toBe(false);
  });

  // If a pattern backtracked too often, the check would not finish in time.
  test.each(['a', '.', 'a.', '1.', '/', '%', 'é'])(
    'of 200,000 characters made of %j is refused',
    (part) => {
      expect(v.is(typedUrl, `${part.repeat(200_000 / part.length)}@`)).toBe(false);
    },
  );

  // In Node.js 20, `URL.canParse` rejects addresses with an umlaut as soon as V8 has optimised the code that calls it.
  test('with an umlaut is still accepted after thousands of checks', () => {
    const accepted = Array.from({ length: 20_000 }, () =>
      v.is(typedUrl, 'https://münchen.example/'),
    );

    expect(accepted).not.toContain(false);
  });

  test('has a maximum length, which includes white space around it', () => {
    const longest = `https://example.com/${'a'.repeat(4096 - 20)}`;

    expect(v.is(typedUrl, longest)).toBe(true);
    expect(v.is(url, longest)).toBe(true);
    for (const tooLong of [`${longest}a`, ` ${longest}`]) {
      expect(v.is(typedUrl, tooLong)).toBe(false);
      expect(v.is(url, tooLong)).toBe(false);
    }
  });
});

describe('the time', () => {
  test.each(servedMoments)('%s is served as %s, which is also valid', (moment, served) => {
    expect(v.parse(dateTime, moment)).toBe(served);
    expect(v.parse(dateTime, served)).toBe(served);
  });

  // The Data API drops the offset of a time, so a string without an offset is ambiguous.
  test.each(examples.refusedMoments)('%j is refused', (moment) => {
    expect(v.is(dateTime, moment)).toBe(false);
  });
});

describe('the date', () => {
  test.each(['2026-01-31', '2024-02-29', '2000-02-29'])('%s is accepted', (date) => {
    expect(v.is(calendarDate, date)).toBe(true);
  });

  test.each(['2026-02-30', '2025-02-29', '1900-02-29', '2026-04-31', '2026-1-1', '31.01.2026', ''])(
    '%j is refused',
    (date) => {
      expect(v.is(calendarDate, date)).toBe(false);
    },
  );
});
