import { listLength, timeInWhiteSpace } from '../../contract/last-good.ts';

describe('the time behind a stored list', () => {
  it('is white space to JSON, so that the object is a list as it is', () => {
    const stored = `[{"a":"]"}]${timeInWhiteSpace(Date.parse('2026-11-20T08:00:00.123Z'))}`;

    expect(JSON.parse(stored)).toEqual([{ a: ']' }]);
    expect(stored.trimEnd()).toBe('[{"a":"]"}]');
  });

  it('is another one for every millisecond, and always as long', () => {
    const times = [0, 1, 3, 4, 5, 1_795_000_000_000, 1_795_000_000_001, 8_640_000_000_000_000];

    const texts = times.map(timeInWhiteSpace);

    expect(new Set(texts).size).toBe(times.length);
    expect(new Set(texts.map(({ length }) => length))).toEqual(new Set([27]));
  });

  it.each([
    ['with a time', `["]"]${timeInWhiteSpace(5)}`, 5],
    ['without one', '["]"]', 5],
    ['empty', '[]  ', 2],
    ['that is none', 'HTML', 0],
  ])('is no part of the list: %s', (_, stored, bytes) => {
    expect(listLength(Buffer.from(stored))).toBe(bytes);
  });
});
