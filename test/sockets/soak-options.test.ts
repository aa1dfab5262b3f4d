import { optionsOf } from './soak/options.ts';
import { seeded } from './soak/seeded.ts';

const none = { minutes: undefined, seed: undefined, flood: false };

test('a soak takes ten minutes unless told otherwise', () => {
  expect(optionsOf(none)).toMatchObject({ minutes: 10, flood: false });
  expect(optionsOf({ minutes: '1', seed: '7', flood: true })).toEqual({
    minutes: 1,
    seed: 7,
    flood: true,
  });
});

test.each([
  [{ minutes: '0' }, '--minutes takes a whole number from 1 to 1440, not "0"'],
  [{ seed: '-1' }, '--seed takes a whole number from 0 to 4294967295, not "-1"'],
])('%j is refused in one sentence', (given, sentence) => {
  expect(() => optionsOf({ ...none, ...given })).toThrow(sentence);
});

test('the same seed gives the same numbers, and another one others', () => {
  const numbers = (seed: number): readonly number[] => {
    const random = seeded(seed);
    return Array.from({ length: 100 }, () => random.between(0, 1));
  };

  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
  expect(numbers(7).every((number) => number >= 0 && number < 1)).toBe(true);
});
