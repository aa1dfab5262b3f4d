import { optionsOf } from './soak/options.ts';

const none = { minutes: undefined, seed: undefined, flood: false };

test('a soak takes ten minutes by default', () => {
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
