import * as v from 'valibot';

import { canonicalUrl, typedUrl, url } from '../../contract/fields.ts';

/** As it was typed, and as it is served. */
const SERVED: readonly (readonly [string, string])[] = [
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

const REFUSED = [
  '',
  ' ',
  'example',
  'n/a',
  'n.a.',
  't.b.d.',
  'v1.0',
  '0151.2345678',
  '192.168.10.11/a',
  'none yet',
  'coming soon.',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://example.com/%0Aalert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.com/',
  'mailto:ada@example.org',
  'tel:+491512345678',
  'ada@example.org',
  'https://ada@example.com/',
  'https://ada:secret@example.com/',
  'ada:secret@example.com',
  'https://',
  'https:///',
  'https://exa mple.com/',
  'https://example.com:99999/',
  'https://%00/',
  '/images/logo.png',
];

test.each(SERVED)('%j is served as %j', (typed, served) => {
  expect(v.parse(typedUrl, typed)).toBe(served);
});

test.each(REFUSED)('%j is refused', (typed) => {
  expect(v.is(typedUrl, typed)).toBe(false);
});

test.each(SERVED)('the served form of %j is served as it is', (_, served) => {
  expect(v.parse(typedUrl, served)).toBe(served);
  expect(v.parse(url, served)).toBe(served);
});

test('a scheme is added only where a person typed the address', () => {
  expect(v.is(url, 'example.com')).toBe(false);
});

test('an address is ASCII, however it was typed', () => {
  for (const [, served] of SERVED) expect(served).toMatch(/^[\u0021-\u007E]+$/u);
});

// Patterns that go back and forth would not come to an end.
test.each(['a', '.', 'a.', '1.', '/', '%', 'é'])('200 KB of %j are read to their end', (part) => {
  expect(v.is(typedUrl, `${part.repeat(200_000 / part.length)}@`)).toBe(false);
});

// `URL.canParse` does, in Node.js 20, once its callers have been compiled.
test('an address with an umlaut is not refused after many others', () => {
  const accepted = Array.from({ length: 20_000 }, () => v.is(typedUrl, 'https://münchen.example/'));

  expect(accepted).not.toContain(false);
});

test.each([
  'http://',
  'ftp://example.com/',
  'javascript:alert(1)',
  'https://a@example.com/',
  'https://:b@example.com/',
])('%s has no form in which it could be published', (address) => {
  expect(canonicalUrl(address)).toBe('');
});

test('an address is looked at up to a length, counted as it was typed', () => {
  const longest = `https://example.com/${'a'.repeat(4096 - 20)}`;

  expect(v.is(typedUrl, longest)).toBe(true);
  expect(v.is(url, longest)).toBe(true);
  for (const tooLong of [`${longest}a`, ` ${longest}`]) {
    expect(v.is(typedUrl, tooLong)).toBe(false);
    expect(v.is(url, tooLong)).toBe(false);
  }
});
