/**
 * Recognises e-mail addresses and phone numbers in what a founder typed (interface, section 2.3).
 *
 * Two promises, each with its corpus in `test/contract/corpus`: what is written plainly or disguised simply is found, and no
 * legitimate title, name, standard or web address is. Cleverer disguises are not promised (docs/decisions/033).
 */

export function looksLikeContact(value: string): boolean {
  const text = plain(value);
  if (EMAIL.test(text)) return true;
  if (/^https?:\/\//iu.test(text)) return PHONE_IN_URL.test(text);
  return holdsSpelledEmail(text) || [...text.matchAll(DIGITS)].some(isPhone);
}

/** As a reader sees it: no escapes, styled or invisible characters, and `@` for `(at)`. */
function plain(value: string): string {
  return unescaped(unescaped(value))
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Me}]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/\s{0,3}[([{<]\s?(?:@|at|ät|arroba)\s?[)\]}>]\s{0,3}/giu, '@')
    .replace(/\s{0,3}[([{<]\s?(?:\.|dot|punkt|punto)\s?[)\]}>]\s{0,3}/giu, '.')
    .replace(/(?<!\S)\S(?:\s\S){6,}(?!\S)/gu, (apart) => apart.replace(/\s/gu, ''))
    .replace(/。|\s\.\s/gu, '.');
}

function unescaped(text: string): string {
  return text
    .replace(/&amp;/giu, '&')
    .replace(/&commat;/giu, '@')
    .replace(/&period;/giu, '.')
    .replace(/&nbsp;/giu, ' ')
    .replace(/&#x([\da-f]{1,5});?/giu, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
    .replace(/&#(\d{1,6});?/gu, (_, decimal: string) => String.fromCodePoint(Number(decimal)))
    .replace(/(?:%[\da-f]{2})+/giu, (escapes) =>
      Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
    );
}

/** Unicode has the ten digits of a script in a row. */
function asciiDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) value += 1;
  return String(value);
}

// E-mail addresses. Every repetition has a limit, so that the time grows no faster than the text.

const END = String.raw`(?![\p{L}\p{N}])`;
const IMAGE = '(?:avif|bmp|gif|heic|ico|jpe?g|pdf|png|svg|tiff?|webp)';
const DOMAIN = String.raw`(?:[\p{L}\p{M}\p{N}_-]{1,63}\.){1,8}(?!${IMAGE}${END})[\p{L}\p{M}]{2,63}${END}`;

/** `jane@example.org`; not `photo@2x.min`, `react@18.2.umd`, `/@jane.doe` nor the Mastodon handle `@jane@example.org`. */
const EMAIL = new RegExp(
  String.raw`mailto:|(?<![@\p{L}\p{M}\p{N}._+-])[\p{L}\p{M}\p{N}._+-]{0,63}[\p{L}\p{M}\p{N}_]@(?![\d.]+x[._-]|\d+\.\d)${DOMAIN}`,
  'iu',
);

/** Set apart or spelled. "CEO @ example.org" says where somebody works, so not every address set apart is a mailbox. */
const AT = String.raw`(?:\s{0,3}@\s{0,3}|[\s_*-]{1,3}(?:at|arroba)[\s_*-]{1,3})`;
/** In small letters, since there is a Red Dot Studio. */
const SPELLED_DOT = /[\s_*-]{1,3}(?:dot|punkt|punto)[\s_*-]{1,3}(?=\p{Ll}{2})/gu;
const ANYBODY = new RegExp(String.raw`[\p{L}\p{N}]${AT}(?!the[\s.])${DOMAIN}`, 'iu');
/** `jane.doe`, `jane77`; not `node.js`. */
const MAILBOX = new RegExp(
  String.raw`(?<![\p{L}\p{N}._-])(?:\p{Ll}{1,32}[._](?!(?:js|io|ai|com)\s)\p{Ll}{2,32}|\p{Ll}{3,32}\d{2,4})${AT}${DOMAIN}`,
  'u',
);
/** `jane`, where nothing else is said. */
const ALONE = new RegExp(
  String.raw`^(?:e-?mail|contact)?[\s:]{0,3}(\p{L}{2,32})${AT}${DOMAIN}\P{L}{0,3}$`,
  'iu',
);
const ROLE =
  /\P{Ll}|^(?:c\p{Ll}o|vp|ex)?$|alum|advis|build|chair|data|design|develop|direct|engine|f[ou]u?nd|gründ|growth|head|invest|lead|manag|market|owner|partner|presid|product|prof|scien|work/u;

function holdsSpelledEmail(text: string): boolean {
  const written = text === text.toUpperCase() ? text.toLowerCase() : text;
  const dotted = written.replace(SPELLED_DOT, '.');
  if (dotted !== written && ANYBODY.test(dotted)) return true;
  return MAILBOX.test(text) || !ROLE.test(ALONE.exec(text)?.[1] ?? '');
}

// Phone numbers: six digits or more with at most spaces, dots, dashes, slashes and brackets between them.

const TEL = String.raw`(?<!\p{L})(?<tel>t[eé]l(?:efono?|ephone)?|phone|fax|whatsapp)[^\p{L}\p{N}(+]{0,4}`;
const DIGITS = new RegExp(
  String.raw`(?:${TEL})?(?<![\p{L}\p{N}]|\p{N}[./-]|(?:ISO|IEC|ISBN)\s)(?<run>(?:(?<!\+)\+)?\(?\d(?:[\s()./-]{0,3}\d){5,})${END}`,
  'giu',
);

/** National numbers without a zero at the front, with one space between their groups. */
const NATIONAL = [
  /^(?:1 )?[2-9]\d\d \d{3} \d{4}$/u, // North America, Italy
  /^[5-9]\d\d (?:\d{3} \d{3}|\d\d \d\d \d\d)$/u, // Poland, Portugal, Spain
  /^\d{3} \d{3} \d\d \d\d$/u, // Turkey, Russia
  /^[6-9]\d{4} \d{5}$/u, // India
  /^1[3-9]\d \d{4} \d{4}$/u, // China
  /^(?!(?:19|20)\d\d(?:0[1-9]|1[0-2]))[2-9]\d{9,11}$|^1[2-9]\d{9}$/u, // in one; a time is 202601311200
];

function isPhone({ groups: { tel, run = '' } = {} }: RegExpMatchArray): boolean {
  const groups = run.replace(/\D+/gu, ' ').trim();
  const { length } = groups.replaceAll(' ', '');
  if (tel !== undefined) return length <= 15 && !/^(?:(?:19|20)\d\d(?: |$))+$/u.test(groups);
  if (/^(?:\+|\(?00\s?[1-9])/u.test(run)) return length >= 9 && length <= 17;
  const isLong = length >= 8 && length <= 12;
  if (/^\((?!(?:19|20)\d\d\))\d{2,5}\)/u.test(run)) return isLong;
  // `0151 2345678`, `01 23 45 67 89`; not `01/2015 - 06/2018`, nor the ORCID `0000-0002-1825-0097`
  const isDates = !/(?:^| )(?!(?:19|20)\d\d(?: |$))\d{3}|^\d\d(?: \d\d){4}$/u.test(groups);
  if (/^0[1-9]/u.test(groups)) return isLong && length > 8 && !isDates;
  return !/000 ?000/u.test(groups) && NATIONAL.some((shape) => shape.test(groups));
}

/** In a web address digits are ids and times: only what says that it is a phone number counts. */
const PHONE_IN_URL =
  /(?<!\p{L})(?:tel|phone|mobile|whatsapp)[=:]\s?\+?\d[\d\s().-]{6,}|wa\.me\/\+?\d{7}|[/=]\s?\+[1-9][\d\s().-]{8,}/iu;
