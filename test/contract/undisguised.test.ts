import { undisguised } from '../../contract/undisguised.ts';

/** As it is written, and as it is read. */
const READ: readonly (readonly [string, string])[] = [
  ['a plain text, 100 %', 'a plain text, 100 %'],
  ['a&#64;b', 'a@b'],
  ['a&#64b', 'a@b'],
  ['a&#0000064;b', 'a@b'],
  ['a&#x40;b', 'a@b'],
  ['a&#X40;b', 'a@b'],
  ['a&#x000040;b', 'a@b'],
  ['a&#x40 b', 'a@ b'],
  ['a&#x10ffff;b', 'a\u{10FFFF}b'],
  ['a&#x110000;b', 'ab'],
  ['a&#1114112;b', 'ab'],
  ['a\\u0040b', 'a@b'],
  ['a\\x40b', 'a@b'],
  ['a\\U0040b', 'a@b'],
  ['a\\u1140b', 'a\\u1140b'],
  ['a&commat;b', 'a@b'],
  ['a&COMMAT;b', 'a@b'],
  ['a&period;b', 'a.b'],
  ['a&plus;b', 'a+b'],
  ['a&amp;b', 'a&b'],
  ['a&lowbar;b', 'a_b'],
  ['a&nbsp;b', 'a b'],
  ['a&other;b', 'a&other;b'],
  ['a%40b', 'a@b'],
  ['a%C3%BCb', 'aüb'],
  ['a%c3%bcb', 'aüb'],
  ['a%ffb', 'a%ffb'],
  ['a%4', 'a%4'],
  ['a%4g', 'a%4g'],
  ['a%25252540b', 'a%40b'], // the fourth time nobody reads
  ['a%252540b', 'a@b'],
  ['a&amp;amp;commat;b', 'a@b'],
  ['aⓐb', 'a@b'],
  ['aⒶb', 'a@b'],
  ['ａ＠ｂ．ｃ', 'a@b.c'],
  ['a。b', 'a.b'],
  ['a\u200B\u00AD\u2060b', 'ab'],
  ['1\uFE0F\u20E32\uFE0F\u20E3', '12'],
];

test.each(READ)('%j is read as %j', (written, read) => {
  expect(undisguised(written)).toBe(read);
});

test('every disguise in a text is taken off', () => {
  expect(undisguised('&#64;&#64;&#x40;&#x40;\\x40\\x40&commat;&commat;%40a%40ⓐⓐ。。')).toBe(
    '@@@@@@@@@a@@@..',
  );
});
