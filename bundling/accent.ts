/** The accent colour of a stage as its pages use it: changed as little as reading needs it in either colour scheme. */

import { type Colord, colord, extend } from 'colord';
import a11y from 'colord/plugins/a11y';
import mix from 'colord/plugins/mix';

extend([a11y, mix]);

/**
 * `paper` is the background in `page/styles/base.css`; `change` makes the contrast to it grow, up to a little more than
 * WCAG's 4.5, because colours are rounded afterwards. */
const schemes = {
  light: { paper: '#faf8f3', change: -1, contrast: 4.6, soft: 0.12 },
  dark: { paper: '#111513', change: 1, contrast: 6.5, soft: 0.2 },
} as const;

const STEP = 0.02;

/** @throws Error where it is not a colour. */
export function accentStyle(accent: string): string {
  if (!colord(accent).isValid()) {
    throw new Error(`The accent colour ${accent} is none: write it as #rrggbb, such as #0b5d4d.`);
  }
  const dark = variables(accent, schemes.dark);
  return `:root{${variables(accent, schemes.light)}}@media (prefers-color-scheme:dark){:root{${dark}}}\n`;
}

/** The darkest background of a text in the accent colour is a soft tone of itself. */
function variables(
  accent: string,
  { paper, change, contrast, soft }: (typeof schemes)[keyof typeof schemes],
): string {
  const background = (text: Colord): Colord => colord(paper).mix(text, soft);
  let text = colord(accent);
  while (text.contrast(background(text)) < contrast) {
    text = text.lighten(change * STEP).desaturate(STEP); // a bright colour of full saturation glares
  }
  return `--accent:${text.toHex()};--accent-soft:${background(text).toHex()}`;
}
