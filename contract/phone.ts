/** Recognises phone numbers, and what only has as many digits. */

/** Every repetition has an upper limit, so that the time grows no faster than the text. */
const BETWEEN = String.raw`[\s().'’\p{Pd}−/·•_*|~]{0,6}`;

/** Seven to fifteen digits (ITU-T E.164 allows fifteen), written as people write phone numbers. */
const ALONE = new RegExp(
  `(?<![\\p{L}\\p{Nd}])(?:\\+|00)?\\(?\\p{Nd}(?:${BETWEEN}\\p{Nd}){6,14}(?![\\p{L}\\p{Nd}])`,
  'u',
);
/** `Jane01512345678`: so many digits in a row are no number of anything else, letters around them or not. */
const IN_A_ROW = /\p{Nd}{9,15}/u;
/** `T+49 151 2345678`. */
const INTERNATIONAL = new RegExp(`\\+${BETWEEN}\\p{Nd}(?:${BETWEEN}\\p{Nd}){6,14}`, 'u');
/** `Tel0123/4567`: six digits are enough where it is said what they are. */
const CALLED_SO = new RegExp(
  `(?<!\\p{L})(?:tel|telefon|telephone|phone|mobile?|cell|fax|whatsapp)[^\\p{L}\\p{Nd}]{0,4}\\p{Nd}(?:${BETWEEN}\\p{Nd}){5,14}`,
  'iu',
);
const IN_WORDS =
  /(?<!\p{L})(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)[\s,.-]{1,3}){6,15}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)(?!\p{L})/iu;

/** In an address a run of digits is more often an id: only what says that it is a phone number counts. */
const IN_ADDRESS =
  /(?<!\p{L})(?:tel|phone|mobile|whatsapp|number)[=:]\+?\p{Nd}[\p{Nd}().\s-]{5,}|(?:wa\.me|t\.me|call)\/\+?\p{Nd}{6}|\+\p{Nd}[\p{Nd}().\s-]{6,}/iu;

/** What else is written with seven digits and more, not as a part of a longer number. */
const NO_PHONES = [
  /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/giu,
  // 2026-01-31T12:00:00Z, 2026-01-31 12.00
  /(?<!\d)(?:19|20)\d\d-\d\d-\d\d(?:[T\s]\d\d[:.]\d\d(?:[:.]\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?!\d)/gu,
  // 31.01.2026, 01/2026 - 02/2026
  /(?<![\d+][\s./-]{0,2})\d{1,2}[./-](?:\d{1,2}[./-])?(?:19|20)\d\d(?:\s{0,2}[\p{Pd}/]\s{0,2}\d{1,2}[./-](?:\d{1,2}[./-])?(?:19|20)\d\d)?(?!\d)/gu,
  // 2020-01 – 2024-06
  /(?<![\d+][\s./-]{0,2})(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?![\d-])/gu,
  // 2019-2024, 2015/2016/2017
  /(?<![\d+][\s./-]{0,2})(?:19|20)\d\d(?:\s{0,3}[\s\p{Pd}/&+,.]\s{0,3}(?:19|20)\d\d){1,8}(?!\d)/gu,
  // 1 000 000, 2.500.000, 10000000
  /(?<![\d+][\s.'’-]{0,2})[1-9]\d{0,2}(?:(?:[\s.'’]\d00)?(?:[\s.'’]000){1,4}|0{5,9})(?![\s.'’-]?\d)/gu,
  // The slug `acme-1732147200`. A national phone number begins with a zero.
  /(?<=^[a-z\d._~-]{0,100}[a-z][a-z\d]{0,20}[-_])[1-9]\d{6,13}$/giu,
  // ISO 27001/27701
  /(?<!\p{L})(?:ISO|IEC)[\s/-]{0,2}(?:IEC[\s-])?[1-9]\d{3,4}(?:[\s/,&+-]{1,3}[1-9]\d{3,4}){0,4}(?!\d)/gu,
];

export function holdsPhone(text: string, isAddress: boolean): boolean {
  if (isAddress) return IN_ADDRESS.test(text);
  const rest = NO_PHONES.reduce((left, pattern) => left.replace(pattern, ','), text);
  return [ALONE, IN_A_ROW, INTERNATIONAL, CALLED_SO, IN_WORDS].some((pattern) =>
    pattern.test(rest),
  );
}
