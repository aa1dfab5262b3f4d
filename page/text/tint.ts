/** Which of the style sheet's six tints a name has; the same name always the same. */

const TINTS = 6;

export function tint(name: string): string {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return `tint-${sum % TINTS}`;
}
