/** Plots as SVG, in a few shapes: lines or dots over axes of which each may be logarithmic. */

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Axis {
  readonly label: string;
  /** Where it has numbers; the first and the last one are its ends. */
  readonly ticks: readonly number[];
  readonly isLogarithmic?: true;
}

export interface Panel {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** Otherwise lines through them, too. */
  readonly onlyDots?: boolean;
  /** A span of x with a name. */
  readonly shaded?: { readonly from: number; readonly to: number; readonly name: string };
}

const WIDTH = 460;
const HEIGHT = 320;

/** Of the axes in a panel. */
const LEFT = 68;
const RIGHT = 438;
const TOP = 34;
const BOTTOM = 228;
const MIDDLE = (LEFT + RIGHT) / 2;

const LEGEND_ROW = 15;

/** Told apart by people who see few colours, too (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'];

/** The panels side by side. */
export function svg(title: string, panels: readonly Panel[]): string {
  const width = WIDTH * panels.length;
  const drawn = panels.map(
    (panel, index) => `<g transform="translate(${WIDTH * index} 0)">\n${drawPanel(panel)}\n</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" font-family="sans-serif" font-size="11" role="img">
<title>${escaped(title)}</title>
<rect width="${width}" height="${HEIGHT}" fill="#fff"/>
${drawn.join('\n')}
</svg>
`;
}

function drawPanel({ title, x, y, series, onlyDots = false, shaded }: Panel): string {
  const toX = scale(x, LEFT, RIGHT);
  const toY = scale(y, BOTTOM, TOP);
  const parts = [text(MIDDLE, 18, title, 'middle', 'font-weight="bold"')];
  if (shaded !== undefined) {
    const [from, to] = [toX(shaded.from), toX(shaded.to)];
    parts.push(
      `<path d="M${from} ${TOP}H${to}V${BOTTOM}H${from}" fill="#eee"/>`,
      text((from + to) / 2, TOP + 12, shaded.name, 'middle'),
    );
  }
  for (const tick of y.ticks) {
    parts.push(
      `<path d="M${LEFT} ${toY(tick)}H${RIGHT}" stroke="#ddd"/>`,
      text(LEFT - 5, toY(tick) + 4, short(tick), 'end'),
    );
  }
  for (const tick of x.ticks) {
    parts.push(
      `<path d="M${toX(tick)} ${BOTTOM}v4" stroke="#333"/>`,
      text(toX(tick), BOTTOM + 16, short(tick), 'middle'),
    );
  }
  parts.push(
    text(MIDDLE, BOTTOM + 31, x.label, 'middle'),
    text(0, 0, y.label, 'middle', `transform="translate(13 ${(TOP + BOTTOM) / 2}) rotate(-90)"`),
  );
  for (const [index, { name, points }] of series.entries()) {
    const colour = COLOURS[index % COLOURS.length] ?? '';
    const placed = points.map(([px, py]) => [toX(px), toY(py)] as const);
    if (!onlyDots) {
      const line = placed.map((point) => point.join(',')).join(' ');
      parts.push(`<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    }
    const legend = BOTTOM + 46 + LEGEND_ROW * index;
    parts.push(
      ...placed.map(([px, py]) => dot(px, py, onlyDots ? 2 : 3, colour)),
      dot(LEFT + 4, legend - 4, 4, colour),
      text(LEFT + 14, legend, name, 'start'),
    );
  }
  return parts.join('\n');
}

/** From a value to a place between two others, rounded to a tenth of a pixel; what is outside of the ticks is put at an end. */
function scale(
  { ticks, isLogarithmic }: Axis,
  from: number,
  to: number,
): (value: number) => number {
  const place = (value: number): number => (isLogarithmic === true ? Math.log(value) : value);
  const [first, last] = [place(ticks[0] ?? 0), place(ticks.at(-1) ?? 1)];
  return (value) => {
    const share = Math.min(1, Math.max(0, (place(value) - first) / (last - first)));
    return Math.round((from + share * (to - from)) * 10) / 10;
  };
}

function dot(x: number, y: number, radius: number, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
}

function text(x: number, y: number, words: string, anchor: string, more = ''): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" ${more}>${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** 1,500,000 is 1.5M. */
function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`;
  return value >= 1e4 ? `${value / 1e3}k` : value.toLocaleString('en');
}
