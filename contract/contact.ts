/**
 * Recognises e-mail addresses, phone numbers and contact links with three patterns. A string that could also mean something
 * else does not match, and disguised contact details are not detected (docs/decisions/033). The time for matching grows
 * linearly with the length of the string, because the patterns limit every repetition except one: the number of digits after
 * an @ is not limited, but these digits are read only once.
 */

export function looksLikeContact(value: string): boolean {
  const text = value.replace(/%(?:20|2B|40)/giu, decodeURIComponent); // links may encode a space, + or @ like this
  return EMAIL.test(text) || PHONE.test(text) || CONTACT_LINK.test(text);
}

const IN_WORD = String.raw`[\p{L}\p{M}\p{N}_-]`;

/** Matches what follows the @ in file names such as `photo@2x.png` and packages such as `react@18.2.0`. */
const NOT_A_DOMAIN = String.raw`\d+(?:x\b|\.\d)`;
const FILE_ENDING = '(?:avif|bmp|gif|heic|ico|jpe?g|js|pdf|png|svg|tiff?|webp)';

/** Matches `jane@acme.io`, but not `pm @ acme.io`, `@jane` or the Mastodon handle `@jane@acme.io`. */
const EMAIL = new RegExp(
  String.raw`(?<!@|${IN_WORD}|[.+])(?:${IN_WORD}|[.+]){1,64}@(?!${NOT_A_DOMAIN})(?:${IN_WORD}{1,63}\.){1,8}` +
    String.raw`(?!${FILE_ENDING}\b)(?:xn--[a-z\d-]{1,59}|\p{L}[\p{L}\p{M}]{1,62})` +
    String.raw`(?![\p{L}\p{M}\p{N}]|[_-]${IN_WORD}{0,63}\.\p{L})`,
  'iu',
);

/** Matches the digits of amounts such as `+1 250 000 000`, which are not phone numbers. */
const AMOUNT = String.raw`\d{1,3}(?:[ .]\d{3}){0,3}(?:[ .]000){2}`;
const SEPARATORS = String.raw`[\s()./\p{Pd}]{0,5}`;

/**
 * Matches phone numbers that start with a + and have 9 to 15 digits, such as `+49 171 2345678`. The country codes 1 and 7 are the
 * only codes with a single digit. With the country code, their numbers have 11 digits (ITU-T E.164, list of country codes). The
 * commas in the pattern exclude coordinates, such as `@52.5200066,+13.4049540`.
 */
const PHONE = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}]|\d,)|(?<=(?<!\p{L})(?:tel|phone|mobile?|fax|whatsapp)))\+(?!${AMOUNT})\(?` +
    String.raw`(?:[17](?:${SEPARATORS}\d){10}|[2-689]\d(?:${SEPARATORS}\d){7,13})` +
    String.raw`(?!\p{N}|,\S|(?!(?:x|ext)\.?\d)\p{L})`,
  'iu',
);

/** Matches links that start an e-mail, a call or a chat: `mailto:`, `tel:`, `wa.me/` or WhatsApp's `send?phone=`. */
const CONTACT_LINK = new RegExp(
  String.raw`(?<!${IN_WORD})(?:mailto:\S|tel:(?://)?[+(]?\d|wa\.me/\+?\d|` +
    String.raw`(?:api\.|web\.)?whatsapp(?:\.com/|://)send/?\?(?:[^\s#]{0,200}&)?phone=\+?\d)`,
  'iu',
);
