/**
 * What the test data gives as logos and portraits, by the names of the files that a site with test data serves. A drawing that
 * changes gets another name, because browsers keep it.
 */

/** The colour of the hair, in the drawings below. */
const HAIR = 'currentcolor';

const logos = [
  '<path fill="#0f766e" d="M0 0h64v64H0z"/><g fill="none" stroke="#ccfbf1" stroke-width="5"><circle cx="32" cy="44" r="8"/><path d="M14 44a18 18 0 0 1 36 0M4 44a28 28 0 0 1 56 0"/></g>',
  '<path fill="#fff4e0" d="M0 0h64v64H0z"/><path fill="#9a3412" d="M32 30l22 11-22 11-22-11z"/><path fill="#ea580c" d="M32 21l22 11-22 11-22-11z"/><path fill="#fbbf24" d="M32 12l22 11-22 11-22-11z"/>',
  '<path fill="#1e3a8a" d="M0 0h64v64H0z"/><path fill="#93c5fd" d="M6 52l18-30 18 30z"/><path fill="#eff6ff" d="M24 52l16-24 18 24z"/><circle cx="46" cy="16" r="6" fill="#fde68a"/>',
  '<path fill="#f5f3ff" d="M0 0h64v64H0z"/><path fill="none" stroke="#6d28d9" stroke-width="6" stroke-linejoin="round" d="M32 8l21 12v24L32 56 11 44V20z"/><circle cx="32" cy="32" r="8" fill="#6d28d9"/>',
  '<path fill="#14532d" d="M0 0h64v64H0z"/><path fill="#86efac" d="M12 52C10 24 26 10 54 10c0 28-14 44-42 42z"/><path stroke="#14532d" stroke-width="3" d="M12 52l28-28"/>',
  '<path fill="#fff1f2" d="M0 0h64v64H0z"/><path stroke="#be123c" stroke-width="8" stroke-linecap="round" d="M14 50V38M26 50V26M38 50V32M50 50V14"/>',
  '<path fill="#0c4a6e" d="M0 0h64v64H0z"/><g fill="none" stroke="#bae6fd" stroke-width="5" stroke-linecap="round"><path d="M6 24q13-14 26 0t26 0"/><path d="M6 36q13-14 26 0t26 0"/><path d="M6 48q13-14 26 0t26 0"/></g>',
  '<path fill="#111827" d="M0 0h64v64H0z"/><ellipse cx="32" cy="32" rx="26" ry="10" fill="none" stroke="#a5b4fc" stroke-width="3" transform="rotate(-25 32 32)"/><circle cx="32" cy="32" r="11" fill="#f472b6"/><circle cx="54" cy="20" r="4" fill="#fde68a"/>',
  '<path fill="#ecfeff" d="M0 0h64v64H0z"/><path fill="#0e7490" d="M8 56V32l24 24zM32 32L8 8h24zM32 56V32l24 24z"/><path fill="#67e8f9" d="M56 8v24L32 8z"/>',
  '<path fill="#7c2d12" d="M0 0h64v64H0z"/><path stroke="#fed7aa" stroke-width="5" stroke-linecap="round" d="M32 8v48M8 32h48M15 15l34 34M49 15L15 49"/><circle cx="32" cy="32" r="9" fill="#fdba74"/>',
  '<path fill="#fefce8" d="M0 0h64v64H0z"/><path fill="#ca8a04" d="M10 40a22 22 0 0 1 44 0z"/><path stroke="#713f12" stroke-width="4" stroke-linecap="round" d="M8 46h48M16 54h32"/>',
  '<path fill="#4a044e" d="M0 0h64v64H0z"/><path fill="none" stroke="#f5d0fe" stroke-width="7" stroke-linecap="round" stroke-linejoin="round" d="M14 16l16 16-16 16M32 16l16 16-16 16"/>',
];

/** What is behind the face, the shape over the forehead, and the colour of what is worn with it. */
const haircuts = [
  { behind: '', front: 'M18 28c0-20 28-20 28 0-6-8-22-8-28 0z', clothes: '#7c3aed' },
  {
    behind: `<path fill="${HAIR}" d="M16 50V26c0-22 32-22 32 0v24z"/>`,
    front: 'M19 26c2-14 24-14 26 0-10-6-16-6-26 0z',
    clothes: '#be123c',
  },
  {
    behind: '',
    front: 'M17 30c-2-24 32-24 30 0 0-6-6-12-15-12s-15 6-15 12z',
    clothes: '#374151',
  },
  {
    behind: `<circle cx="32" cy="8" r="7" fill="${HAIR}"/>`,
    front: 'M18 27c0-18 28-18 28 0-8-9-20-9-28 0z',
    clothes: '#b45309',
  },
  {
    behind: `<path fill="${HAIR}" d="M12 36c0-34 40-34 40 0 0 8-40 8-40 0z"/>`,
    front: 'M20 24c6-8 18-8 24 0-8-3-16-3-24 0z',
    clothes: '#0f766e',
  },
  { behind: '', front: 'M19 22c4-10 22-10 26 0-8-3-18-3-26 0z', clothes: '#1d4ed8' },
];

const BEARD = `<path fill="${HAIR}" d="M20 32c2 18 22 18 24 0-4 6-20 6-24 0z"/>`;
const GLASSES =
  '<g fill="none" stroke="#1f2937" stroke-width="1.5"><circle cx="26.5" cy="29" r="4"/><circle cx="37.5" cy="29" r="4"/></g>';

/** With each haircut in turn: the colours of the background, the skin and the hair, and what is in the face. */
const people = [
  ['#dbeafe', '#8d5524', '#2b1b0e', ''],
  ['#fde68a', '#f1c27d', '#d4a24c', ''],
  ['#bbf7d0', '#c68642', '#6b7280', ''],
  ['#fecdd3', '#ffdbac', '#b5651d', GLASSES],
  ['#e9d5ff', '#5c3a21', '#111', ''],
  ['#cffafe', '#e0ac69', '#5b3a1e', BEARD],
  ['#fed7aa', '#c68642', '#5b3a1e', ''],
  ['#d9f99d', '#ffdbac', '#2b1b0e', GLASSES],
  ['#c7d2fe', '#5c3a21', '#d4a24c', BEARD],
  ['#f5d0fe', '#e0ac69', '#6b7280', ''],
  ['#fef3c7', '#8d5524', '#b5651d', GLASSES],
  ['#a7f3d0', '#f1c27d', '#111', ''],
] as const;

const portraits = people.map(([background, skin, hair, inTheFace], index) => {
  const { behind = '', front = '', clothes = '' } = haircuts[index % haircuts.length] ?? {};
  return [
    `<path fill="${background}" d="M0 0h64v64H0z"/>`,
    behind,
    `<path fill="${clothes}" d="M8 64c0-28 48-28 48 0z"/>`,
    `<path fill="${skin}" d="M26 36h12v10a6 6 0 0 1-12 0z"/>`,
    `<ellipse cx="32" cy="29" rx="13" ry="15" fill="${skin}"/>`,
    `<path fill="${HAIR}" d="${front}"/>`,
    inTheFace,
  ]
    .join('')
    .replaceAll(HAIR, hair);
});

export const pictures: Readonly<Record<string, string>> = {
  ...files('logo', logos),
  ...files('portrait', portraits),
};

function files(kind: string, drawings: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    drawings.map((drawing, index) => [
      `${kind}-${index + 1}.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${drawing}</svg>\n`,
    ]),
  );
}
