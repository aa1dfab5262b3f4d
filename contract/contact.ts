/**
 * Recognises e-mail addresses and phone numbers in a text, plain or disguised.
 * The founder directory publishes neither (interface, section 2.3), so a doubtful text counts as one:
 * `Jane@Work.io` and a company called `1234567` are refused.
 */

import { holdsEmail } from './email.ts';
import { holdsPhone } from './phone.ts';
import { undisguised } from './undisguised.ts';

const ADDRESS = /^https?:\/\//iu;

/** `j a n e @ e x a m p l e . o r g` */
const SPACED_OUT = /(?<!\S)\S(?:\s{1,3}\S){6,}(?!\S)/u;

export function looksLikeContact(value: string): boolean {
  return readings(undisguised(value)).some((text) => {
    const isAddress = ADDRESS.test(text);
    return holdsEmail(text, isAddress) || holdsPhone(text, isAddress);
  });
}

/** What a person may read in it: markup does not show, and letters set apart are still a word. */
function readings(text: string): string[] {
  const shown = text.replace(/<[^<>@]{0,200}>/gu, '');
  return SPACED_OUT.test(shown) ? [text, shown, shown.replace(/\s/gu, '')] : [text, shown];
}
