/**
 * Recognises e-mail addresses and phone numbers in a text, plain or lightly disguised.
 * The founder directory publishes neither (interface, section 2.3).
 */

const EMAIL = /[^\s@<>()[\]]\s*@\s*[^\s@<>()[\]]+\.[\p{L}\p{Nd}-]{2,}/u;

/** `jane (at) example (dot) org`, `jane[at]example.org`, `jane AT example DOT org`. */
const SPELLED_EMAIL =
  /[\p{L}\p{Nd}._+-]+\s*(?:[([{<]\s*at\s*[)\]}>]\s*[\p{L}\p{Nd}-]+(?:\s*(?:\.|[([{<]?\s*dot\s*[)\]}>]?)\s*[\p{L}\p{Nd}-]+)+|\s+at\s+[\p{L}\p{Nd}-]+(?:\s+dot\s+[\p{L}\p{Nd}-]+)+)/iu;

/** Seven to fifteen digits (ITU-T E.164 allows fifteen), written as people write phone numbers. */
const PHONE =
  /(?<![\p{L}\p{Nd}])(?:\+|00)?\(?\p{Nd}(?:[\s().\-–/·]*\p{Nd}){6,14}(?![\p{L}\p{Nd}])/u;

/** `2019-2024` has as many digits as a phone number. */
const YEARS = /(?<!\p{Nd})(?:19|20)\d\d\s*[-–/]\s*(?:19|20)\d\d(?!\p{Nd})/gu;

/** In an address a run of digits is more often an id: only what says that it is a phone number counts. */
const PHONE_IN_URL =
  /(?:tel|phone|mobile|whatsapp|wa\.me)[^\p{L}\p{Nd}]*\+?\p{Nd}[\p{Nd}().\s-]{5,}|\+\p{Nd}[\p{Nd}().\s-]{6,}/iu;

const IS_URL = /^https?:\/\//iu;

export function looksLikeContact(value: string): boolean {
  const plain = undisguised(value);
  if (EMAIL.test(plain) || SPELLED_EMAIL.test(plain)) return true;
  return IS_URL.test(plain) ? PHONE_IN_URL.test(plain) : PHONE.test(plain.replace(YEARS, ''));
}

/** Full-width letters, invisible characters, percent escapes and character references are how addresses hide. */
function undisguised(value: string): string {
  const unescaped = value
    .replace(/&#(?:x([0-9a-f]+)|(\d+));/giu, (_, hex: string | undefined, decimal: string) =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/&commat;/giu, '@')
    .replace(/(?:%[0-9a-f]{2})+/giu, decoded);
  return unescaped.normalize('NFKC').replace(/\p{Cf}/gu, '');
}

function characterOf(codePoint: number): string {
  return codePoint <= 0x10_ff_ff ? String.fromCodePoint(codePoint) : '';
}

function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes; // not UTF-8: nothing hides in it
  }
}
