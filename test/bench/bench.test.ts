/** What of `npm run bench` is not a measurement. */

import { figureOf, isMet, largestThatFits, ratioOf } from '../../bench/figures.ts';
import { disturbance } from '../../bench/machine.ts';
import { svg } from '../../bench/plots.ts';
import { brotliRatio, proseLike, proseOfTheDocuments } from '../../bench/prose.ts';

describe('a figure', () => {
  it.each([
    [[3, 1, 2], { median: 2, lowest: 1, highest: 3 }],
    [[4, 1, 2, 3], { median: 2.5, lowest: 1, highest: 4 }],
    [[7], { median: 7, lowest: 7, highest: 7 }],
  ])('of %j is the median, with the lowest and the highest round', (samples, figure) => {
    expect(figureOf(samples)).toEqual(figure);
  });

  it('that is a ratio compares round by round', () => {
    expect(ratioOf([2, 20, 6], [1, 10, 2])).toEqual({ median: 2, lowest: 2, highest: 3 });
  });

  it.each([
    [1.104, { most: 1.1 }, true],
    [1.106, { most: 1.1 }, false],
    [8500, { least: 8500 }, true],
    [8499, { least: 8500 }, false],
    [1, undefined, undefined],
  ])('of %d with the goal %j: %s', (median, goal, met) => {
    const figure = { median, lowest: 0, highest: 1e6 };

    expect(
      isMet({ what: '', before: '', includes: '', digits: 2, figure, ...(goal && { goal }) }),
    ).toBe(met);
  });
});

describe('the largest number that fits', () => {
  const search = { from: 100, to: 10_000, tolerance: 10 };

  it.each([100, 107, 5000, 9999, 10_000])('is found: %d', async (limit) => {
    let tries = 0;
    const found = await largestThatFits(async (number) => {
      tries += 1;
      return number <= limit;
    }, search);

    expect(found).toBeLessThanOrEqual(limit);
    expect(found).toBeGreaterThan(limit - 10);
    expect(tries).toBeLessThan(12);
  });

  it('is the largest that was tried where the time is over', async () => {
    let tries = 0;
    const found = await largestThatFits(
      async () => {
        tries += 1;
        return true;
      },
      search,
      () => tries === 2,
    );

    expect([tries, found]).toEqual([2, 7525]);
  });
});

describe('prose', () => {
  it('is the same again, and other text each time it is asked for', () => {
    const text = 'the list is read, the copy is kept and the list is sent';
    const [one, other] = [proseLike(text, 1), proseLike(text, 1)];
    const first = one(500);

    expect(other(500)).toBe(first);
    expect(one(500)).not.toBe(first);
    expect(proseLike(text, 2)(500)).not.toBe(first);
    expect(first.length).toBeGreaterThanOrEqual(500);
    expect(first).toMatch(
      /^(?:the list|list is|is|read,|the copy|copy is|kept|and|sent|the|list|copy|\s)+$/u,
    );
  });

  it('compresses like real prose', () => {
    const ratio = brotliRatio(proseOfTheDocuments());

    expect(ratio).toBeGreaterThan(3.2);
    expect(ratio).toBeLessThan(4);
  });
});

describe('a machine', () => {
  const quiet = { unsteadiness: 1.02, others: 0.01 };

  it('that was quiet each time can be trusted', () => {
    expect(disturbance([quiet, quiet])).toBeUndefined();
  });

  it.each([
    ['is not steady', { unsteadiness: 1.5, others: 0 }],
    ['has other work to do', { unsteadiness: 1, others: 0.5 }],
  ])('that %s once cannot, and how often is said', (_, noisy) => {
    expect(disturbance([quiet, noisy, quiet])).toMatch(
      /^1 of 3 times the machine was not quiet: /u,
    );
  });
});

describe('a plot', () => {
  const panel = {
    title: 'Bytes < before & after',
    x: { label: 'startups', ticks: [100, 1000], isLogarithmic: true },
    y: { label: 'ms', ticks: [0, 10] },
    series: [
      {
        name: 'one',
        points: [
          [100, 0],
          [1000, 99],
        ],
      },
    ],
    shaded: { from: 200, to: 300, name: 'down' },
  } as const;

  it('is well-formed XML', () => {
    const tags = [
      ...svg('A "plot"', [panel, panel]).matchAll(
        /<(\/?)(\w+)((?: [\w-]+="[^"<&]*")*) ?(\/?)>|<|&(?!(?:amp|lt|quot);)/gu,
      ),
    ];

    const open: string[] = [];
    const wrong: string[] = [];
    for (const [whole, closes, name = '', , empty] of tags) {
      if (whole.length === 1 || (closes === '/' && open.pop() !== name)) wrong.push(whole);
      if (closes === '' && empty === '') open.push(name);
    }
    expect(tags.length).toBeGreaterThan(20);
    expect([wrong, open]).toEqual([[], []]);
  });

  it('keeps what is outside of its axes at their ends', () => {
    const circles = [...svg('', [panel]).matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="3"/gu)];

    expect(circles.map(([, x, y]) => [Number(x), Number(y)])).toEqual([
      [68, 228],
      [438, 34],
    ]);
  });
});
