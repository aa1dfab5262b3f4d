import { parseOptions, usage, WrongOption } from './soak/options.ts';

test('a soak takes ten minutes by default', () => {
  expect(parseOptions([])).toMatchObject({ minutes: 10, flood: false, help: false });
  expect(parseOptions(['--minutes', '1', '--seed', '7', '--flood'])).toEqual({
    minutes: 1,
    seed: 7,
    flood: true,
    help: false,
  });
});

test.each([
  [['--minutes', '0'], '--minutes takes a whole number from 1 to 1440, not "0"'],
  [['--minutes', 'ten'], '--minutes takes a whole number from 1 to 1440, not "ten"'],
  [['--seed', '-1'], "Option '--seed' argument is ambiguous"],
  [['--seed=-1'], '--seed takes a whole number from 0 to 4294967295, not "-1"'],
  [['--speed'], "Unknown option '--speed'"],
  [['more'], "Unexpected argument 'more'"],
])('%j is refused in one sentence', (args, sentence) => {
  expect(() => parseOptions(args)).toThrow(WrongOption);
  expect(() => parseOptions(args)).toThrow(sentence);
});

test('the help names every option', () => {
  expect(usage.match(/--[a-z]+/gu)).toEqual(
    expect.arrayContaining(['--minutes', '--seed', '--flood', '--help']),
  );
});
