/** Two plots as SVG, in a few shapes: lines or dots over axes of which each may be logarithmic. */

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Otherwise a line through them, too. */
  readonly onlyDots?: true;
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
  /** A span of x with a name. */
  readonly shaded?: { readonly from: number; readonly to: number; readonly name: string };
}

const WIDTH = 460;
const HEIGHT = 320;
const MARGIN = { left: 68, right: 22, top: 34, bottom: 92 };
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

function drawPanel({ title, x, y, series, shaded }: Panel): string {
  const right = WIDTH - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const toX = scale(x, MARGIN.left, right);
  const toY = scale(y, bottom, MARGIN.top);
  const parts = [text((MARGIN.left + right) / 2, 18, title, 'middle', 'font-weight="bold"')];
  if (shaded !== undefined) {
    const [from, to] = [toX(shaded.from), toX(shaded.to)];
    parts.push(
      `<rect x="${from}" y="${MARGIN.top}" width="${to - from}" height="${bottom - MARGIN.top}" fill="#eee"/>`,
      text((from + to) / 2, MARGIN.top + 12, shaded.name, 'middle'),
    );
  }
  for (const tick of y.ticks) {
    parts.push(
      line(
        [
          [MARGIN.left, toY(tick)],
          [right, toY(tick)],
        ],
        '#ddd',
      ),
      text(MARGIN.left - 5, toY(tick) + 4, short(tick), 'end'),
    );
  }
  for (const tick of x.ticks) {
    parts.push(
      line(
        [
          [toX(tick), bottom],
          [toX(tick), bottom + 4],
        ],
        '#333',
      ),
      text(toX(tick), bottom + 16, short(tick), 'middle'),
    );
  }
  parts.push(
    text((MARGIN.left + right) / 2, bottom + 31, x.label, 'middle'),
    `<text transform="translate(13 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(y.label)}</text>`,
  );
  for (const [index, { name, points, onlyDots }] of series.entries()) {
    const colour = COLOURS[index % COLOURS.length] ?? '';
    const placed = points.map(([px, py]) => [toX(px), toY(py)] as const);
    if (onlyDots !== true) parts.push(line(placed, colour, 'stroke-width="2"'));
    parts.push(
      ...placed.map(
        ([px, py]) =>
          `<circle cx="${px}" cy="${py}" r="${onlyDots === true ? 2 : 3}" fill="${colour}"/>`,
      ),
    );
    const row = bottom + 46 + LEGEND_ROW * index;
    parts.push(
      `<circle cx="${MARGIN.left + 4}" cy="${row - 4}" r="4" fill="${colour}"/>`,
      text(MARGIN.left + 14, row, name, 'start'),
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

function line(points: readonly (readonly [number, number])[], colour: string, more = ''): string {
  return `<polyline points="${points.map((point) => point.join(',')).join(' ')}" fill="none" stroke="${colour}" ${more}/>`;
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
