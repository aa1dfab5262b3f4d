import { accentStyle } from '../../bundling/accent.ts';

/** The backgrounds of `page/styles/base.css` that a text in the accent colour has, and the text that has it as background. */
const schemes = [
  { paper: '#faf8f3', raised: '#ffffff', sunken: '#f1eee5', onAccent: '#ffffff' },
  { paper: '#111513', raised: '#191e1c', sunken: '#0b0e0d', onAccent: '#111513' },
];

/** WCAG 2.2, success criterion 1.4.3. */
const LOWEST_CONTRAST = 4.5;

test.each(['#0b5d4d', '#ffd400', '#ffffff', '#000000', '#e4002b', '#808080', '#00f'])(
  'what is written in %s or on it can be read in both colour schemes',
  (accent) => {
    const found = [...accentStyle(accent).matchAll(/--accent:(#\w+);--accent-soft:(#\w+)/gu)];
    const pairs = found.flatMap(([, text = '', soft = ''], index) =>
      [soft, ...Object.values(schemes[index] ?? {})].map((other) => [text, other] as const),
    );

    expect(pairs).toHaveLength(10);
    expect(pairs.filter((pair) => contrast(...pair) < LOWEST_CONTRAST)).toEqual([]);
  },
);

test('a colour that can be read stays as it is where it can', () => {
  expect(accentStyle('#0b5d4d')).toContain(':root{--accent:#0b5d4d;');
});

test('what is no colour is named', () => {
  expect(() => accentStyle('#green')).toThrow('The accent colour #green is none');
});

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
