/** Takes off what hides an address from a pattern and not from a reader. */

/** A text can be escaped more than once, but nobody reads through more than this. */
const ROUNDS = 3;

/** Zero-width characters, variation selectors and the frames of key-cap digits. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Me}]/gu;

/** Full-width and other styled characters become the plain ones, escapes become what they stand for. */
export function undisguised(value: string): string {
  return unescaped(value)
    .replace(/[ⓐⒶ]/gu, '@')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/。/gu, '.');
}

function unescaped(value: string): string {
  let text = value;
  for (let round = 0; round < ROUNDS; round += 1) text = unescapedOnce(text);
  return text;
}

function unescapedOnce(text: string): string {
  return text
    .replace(/&#x([0-9a-f]{1,6});?/giu, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/gu, (_, decimal: string) => characterOf(Number(decimal)))
    .replace(/\\(?:u00|x)([0-9a-f]{2})/giu, (_, hex: string) =>
      characterOf(Number.parseInt(hex, 16)),
    )
    .replace(
      /&(?:commat|period|plus|amp|lowbar|nbsp);/giu,
      (name) => NAMED[name.toLowerCase()] ?? '',
    )
    .replace(/(?:%[0-9a-f]{2})+/giu, decoded);
}

const NAMED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&commat;': '@',
  '&lowbar;': '_',
  '&nbsp;': ' ',
  '&period;': '.',
  '&plus;': '+',
};

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
