/** Contacts as people write them so that machines overlook them. All are invented: example.org, 555-01xx. */

export const LOCAL = 'qxplant';
const DOMAIN = 'example';
const TOP = 'org';
const PLAIN = `${LOCAL}@${DOMAIN}.${TOP}`;
/** North American numbers 555-0100 to 555-0199 are reserved for fiction. */
export const DIGITS = '2025550143';

const ATS = [
  '(at)',
  ' (at) ',
  '[at]',
  ' [at] ',
  '{at}',
  '<at>',
  ' AT ',
  ' at ',
  '(@)',
  '[@]',
  '_at_',
  '-at-',
];
const DOTS = [
  '(dot)',
  ' (dot) ',
  '[dot]',
  ' [dot] ',
  '{dot}',
  '<dot>',
  ' DOT ',
  ' dot ',
  '(.)',
  '[.]',
  '_dot_',
  '-dot-',
];
const ZERO_WIDTH = [
  '\u200B',
  '\u200C',
  '\u200D',
  '\u2060',
  '\uFEFF',
  '\u00AD',
  '\uFE0F',
  '\u034F',
  '\u{E0061}',
];
const SEPARATORS = [
  ' ',
  '-',
  '.',
  '/',
  '\u00A0',
  '\u2009',
  '\u2011',
  '\u2013',
  '\u2212',
  '·',
  '•',
  '_',
  '|',
  '*',
  '~',
];
const DIGIT_ZEROS = ['０', '٠', '۰', '०', '০', '๐', '𝟎', '𝟘', '𝟢', '𝟬', '𝟶'];

export const EMAILS: readonly string[] = [
  PLAIN,
  PLAIN.toUpperCase(),
  `mailto:${PLAIN}`,
  `MAILTO:${PLAIN}?subject=Hi`,
  `<${PLAIN}>`,
  `"${PLAIN}"`,
  ...ATS.map((at, index) => `${LOCAL}${at}${DOMAIN}${DOTS[index] ?? ''}${TOP}`),
  ...ATS.slice(0, 6).map((at) => `${LOCAL}${at}${DOMAIN}.${TOP}`),
  ...DOTS.slice(0, 6).map((dot) => `${LOCAL}@${DOMAIN}${dot}${TOP}`),
  ...ZERO_WIDTH.map((sign) => PLAIN.split('').join(sign)),
  ...ZERO_WIDTH.map((sign) => PLAIN.replace('@', `${sign}@${sign}`)),
  fullWidth(PLAIN),
  PLAIN.replace('@', '＠'),
  PLAIN.replace('@', '﹫'),
  PLAIN.replace('.', '．'),
  PLAIN.replace('.', '。'),
  PLAIN.replace('.', '｡'),
  PLAIN.replace('@', 'ⓐ'),
  PLAIN.split('').join(' '),
  PLAIN.split('')
    .map((sign) => `&#${sign.charCodeAt(0)};`)
    .join(''),
  PLAIN.split('')
    .map((sign) => `&#x${sign.charCodeAt(0).toString(16)};`)
    .join(''),
  PLAIN.split('')
    .map((sign) => `%${sign.charCodeAt(0).toString(16)}`)
    .join(''),
  PLAIN.replace('@', '%40'),
  PLAIN.replace('@', '%2540'),
  PLAIN.replace('@', '%252540'),
  PLAIN.replace('@', '&commat;').replace('.', '&period;'),
  PLAIN.replace('@', '&amp;#64;'),
  PLAIN.replace('@', String.raw`\u0040`),
  PLAIN.replace('@', String.raw`\x40`),
  PLAIN.replace('@', '<!-- -->@<!-- -->'),
  PLAIN.replace('@', '<b></b>@'),
  PLAIN.replace('@', ' @ '),
  PLAIN.split('').toReversed().join(''),
];

/** What an address may hold all the same: paths are written like this, and an escape's backslash becomes a slash. */
export const LIKE_PATHS: ReadonlySet<string> = new Set([
  `${LOCAL}_at_${DOMAIN}_dot_${TOP}`,
  `${LOCAL}-at-${DOMAIN}-dot-${TOP}`,
  PLAIN.replace('@', String.raw`\u0040`),
  PLAIN.replace('@', String.raw`\x40`),
  PLAIN.split('').toReversed().join(''),
]);

export const PHONES: readonly string[] = [
  DIGITS,
  `+1${DIGITS}`,
  `001${DIGITS}`,
  `tel:+1-202-555-0143`,
  `https://wa.me/1${DIGITS}`,
  `https://api.whatsapp.com/send?phone=1${DIGITS}`,
  `https://example.com/?tel=${DIGITS}`,
  `https://example.com/call/+1${DIGITS}`,
  'Tel. 555-0143, (202)',
  ...SEPARATORS.map((sign) => ['202', '555', '0143'].join(sign)),
  ...SEPARATORS.map((sign) => `+1 ${['(202)', '555', '0143'].join(sign)}`),
  ...ZERO_WIDTH.map((sign) => DIGITS.split('').join(sign)),
  ...DIGIT_ZEROS.map((zero) => inDigits(zero)),
  DIGITS.split('').join(' '),
  DIGITS.split('')
    .map((digit) => `${digit}\uFE0F\u20E3`)
    .join(''),
  DIGITS.split('')
    .map((digit) => `${digit}\u20E3`)
    .join(' '),
  DIGITS.split('')
    .map((digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x245f + Number(digit))))
    .join(''),
  DIGITS.split('')
    .map((digit) => `&#${48 + Number(digit)};`)
    .join(''),
  DIGITS.split('')
    .map((digit) => `%3${digit}`)
    .join(''),
  'two zero two five five five zero one four three',
  'two-oh-two, triple five, oh one four three',
];

function fullWidth(text: string): string {
  return text.replace(/[!-~]/gu, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));
}

function inDigits(zero: string): string {
  const first = zero.codePointAt(0) ?? 0;
  return DIGITS.replace(/\d/gu, (digit) => String.fromCodePoint(first + Number(digit)));
}
