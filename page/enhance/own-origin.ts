/** Puts the address at which the page is read into the examples, so that what is copied works. */

import { PLACEHOLDER_ORIGIN } from '../documentation/origin.ts';

export function nameOwnOrigin(within: Element, origin: string): void {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { currentNode: text } = texts;
    const value = text.nodeValue ?? '';
    if (value.includes(PLACEHOLDER_ORIGIN)) {
      text.nodeValue = value.replaceAll(PLACEHOLDER_ORIGIN, origin);
    }
  }
}
