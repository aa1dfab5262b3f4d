import { english } from '../../site/cards/language.ts';
import { fullName, initials, safeLink } from '../../site/text.ts';

it.each(['https://example.com/', 'http://plain.example/a?b=c#d'])(
  'the link %s is accepted',
  (address) => {
    expect(safeLink(address)).toBe(address);
  },
);

it.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'mailto:someone@example.com',
  '//example.com/',
  '/v1/startups',
  'example.com',
  '',
  null,
])('the link %j is rejected', (address) => {
  expect(safeLink(address)).toBeUndefined();
});

const now = new Date('2026-11-21T12:00:00.000Z');

it.each([
  ['2026-11-21T12:00:00.000Z', 'just now'],
  ['2026-11-21T11:59:00.001Z', 'just now'],
  ['2026-11-21T11:59:00.000Z', '1 minute ago'],
  ['2026-11-21T11:00:00.001Z', '59 minutes ago'],
  ['2026-11-21T11:00:00.000Z', '1 hour ago'],
  ['2026-11-19T12:00:00.001Z', '47 hours ago'],
  ['2026-11-19T12:00:00.000Z', '2 days ago'],
  ['2026-09-21T12:00:00.000Z', '2 months ago'],
  ['2024-11-20T12:00:00.000Z', '2 years ago'],
  ['2026-11-21T12:05:00.000Z', 'just now'],
])('the age of %s is "%s"', (then, words) => {
  expect(english.age(new Date(then), now)).toBe(words);
});

it.each([
  ['Tidal Compass', 'TC'],
  ['one', 'O'],
  ['Rocket 🚀 Family 👨‍👩‍👧‍👦', 'RF'],
  ['</script><script>', 'SS'],
  ['ליلى כהן', 'לכ'],
  ['测试科技 テスト', '测テ'],
  ['🚀', ''],
])('the name %j has the initials %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

it.each([
  ['Ada', 'Example', 'Ada Example', 'AE'],
  ['Ada', '', 'Ada', 'A'],
  ['', 'Ada', 'Ada', 'A'],
])('the names %j and %j are shown as %j, with the initials %j', (first, last, shown, letters) => {
  const name = fullName({ first_name: first, last_name: last });

  expect([name, initials(name)]).toEqual([shown, letters]);
});

it('a day is shown in UTC, and text that is not a date is shown unchanged', () => {
  expect(english.day('2027-03-03')).toBe('3 March 2027');
  expect(english.day('2099-12-31T23:59:59.999Z')).toBe('31 December 2099');
  expect(english.day('soon')).toBe('soon');
});
