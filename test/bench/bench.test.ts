/** What of `npm run bench` is not a measurement. */

import { isMet, medianOf, ratiosOf } from '../../bench/figures.ts';
import { largestThatFits } from '../../bench/lists.ts';
import { disturbance } from '../../bench/machine.ts';
import { svg } from '../../bench/plots.ts';
import { brotliRatio, proseLike, proseOfTheDocuments } from '../../bench/prose.ts';
import { spreadOf } from '../../bench/report.ts';

describe('a figure', () => {
  it.each([
    [[3, 1, 2], '2.0 ms (1.0 to 3.0)'],
    [[4, 1, 2, 3], '2.5 ms (1.0 to 4.0)'],
    [[7, 7.01], '7.0 ms'],
  ])('of the rounds %j is printed as their median, with the lowest and the highest', (...given) => {
    const [rounds, printed] = given;

    expect(spreadOf(rounds, 1, 'ms')).toBe(printed);
  });

  it('that is a ratio compares round by round', () => {
    expect(medianOf(ratiosOf([2, 20, 6], [1, 10, 2]))).toBe(2);
  });

  it.each([
    [1.104, { most: 1.1 }, true],
    [1.106, { most: 1.1 }, false],
    [8500, { least: 8500 }, true],
    [8499, { least: 8500 }, false],
    [1, undefined, undefined],
  ])('of %d with the goal %j: %s', (median, goal, met) => {
    const row = { what: '', before: '', includes: '', digits: 2, rounds: [0, median, 1e6] };

    expect(isMet({ ...row, ...(goal && { goal }) })).toBe(met);
  });
});

describe('the largest number that fits', () => {
  it.each([1000, 1070, 50_000, 99_990, 100_000])('is found: %d', async (limit) => {
    const fits = jest.fn(async (number: number) => number <= limit);
    const found = await largestThatFits(fits, 1000, 100_000);

    expect(found).toBeLessThanOrEqual(limit);
    expect(found).toBeGreaterThan(limit - 100);
    expect(fits.mock.calls.length).toBeLessThan(12);
  });

  it('is the largest that was tried where the time is over', async () => {
    const fits = jest.fn(async () => true);
    const isOver = () => fits.mock.calls.length === 2;

    expect(await largestThatFits(fits, 1000, 100_000, isOver)).toBe(75_250);
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

  it('compresses like real prose: 3 MB of it to 3.2 to 4 times less, a tenth of that not as far', () => {
    const ratio = brotliRatio(proseOfTheDocuments(), 300_000);

    expect(ratio).toBeGreaterThan(2.8);
    expect(ratio).toBeLessThan(3.5);
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
