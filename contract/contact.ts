/**
 * Recognises an e-mail address or a phone number that is typed plainly, in one of three patterns. In doubt a value is none, and
 * disguises are not looked for (docs/decisions/033). Every repetition is bounded, so the time is linear in the text.
 */

export function looksLikeContact(value: string): boolean {
  const text = value.replace(/%(?:20|2B|40)/giu, decodeURIComponent); // as links spell space, + and @
  return EMAIL.test(text) || PHONE.test(text) || CONTACT_LINK.test(text);
}

const IN_WORD = String.raw`[\p{L}\p{M}\p{N}_-]`;

/** Distinguishes the image `photo@2x.png` and the package `react@18.2.0` from an address. */
const NOT_A_DOMAIN = String.raw`\d+(?:x\b|\.\d)`;
const FILE_ENDING = '(?:avif|bmp|gif|heic|ico|jpe?g|js|pdf|png|svg|tiff?|webp)';

/** `jane@acme.io`; not `pm @ acme.io`, `@jane` nor the Mastodon handle `@jane@acme.io`. */
const EMAIL = new RegExp(
  String.raw`(?<!@|${IN_WORD}|[.+])(?:${IN_WORD}|[.+]){1,64}@(?!${NOT_A_DOMAIN})` +
    String.raw`(?:${IN_WORD}{1,63}\.){1,8}(?!${FILE_ENDING}\b)\p{L}[\p{L}\p{M}]{1,62}(?!${IN_WORD})`,
  'iu',
);

/** `+49 171 2345678`, of 9 to 15 digits; not `+250 000 000`, which is an amount. */
const PHONE =
  /(?<![\p{L}\p{N}])\+(?!\d{1,3}(?:[ .]000){2})[1-9](?:[\s()./\p{Pd}]{0,3}\d){8,14}(?![\p{L}\p{N}])/u;

/** A link that writes or calls: `mailto:`, `tel:` or `wa.me/`. */
const CONTACT_LINK = /(?<![\p{L}\p{N}_-])(?:mailto:\S|tel:[+(]?\d|wa\.me\/\+?\d)/iu;
