/** The command line of a command that is made up, and the terminal at which it is. */

import { PassThrough } from 'node:stream';

import { command, CommandError, UsageError, wholeNumber } from '../../../tools/cli/command.ts';
import { askOn, mayColour, painted } from '../../../tools/cli/terminal.ts';
import { runCommand } from '../../support/run-command.ts';

const seen = jest.fn();
let failure: Error | undefined;

const made = command({
  name: 'greet',
  help: 'npm run greet -- <whom> <how> [when]\n',
  options: {
    loud: { type: 'boolean', short: 'l' },
    times: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
  args: { whom: {}, how: { choices: ['well', 'badly', 'so-so'] }, when: { optional: true } },
  explain: (error) => (error instanceof RangeError ? `Too far: ${error.message}.` : undefined),
  async run({ options, args }) {
    const times = wholeNumber('--times', options.times, 1, 9);
    seen({ ...options, times }, args);
    if (failure !== undefined) throw failure;
    return 0;
  },
});

beforeEach(() => {
  seen.mockReset();
  failure = undefined;
});

const run = async (...args: string[]) => runCommand(made, args, undefined);

test('options and arguments come by their names', async () => {
  const typed = ['Ada', '-l', 'well', '--only', 'a', 'now', '--only', 'b', '--times=2'];

  expect(await run(...typed)).toEqual({ code: 0, output: '', complaint: '' });
  expect(seen).toHaveBeenCalledWith(
    { loud: true, times: 2, only: ['a', 'b'], help: false },
    { whom: 'Ada', how: 'well', when: 'now' },
  );
});

test('what is not given is false, undefined or empty', async () => {
  expect(await run('Ada', 'well')).toMatchObject({ code: 0 });
  expect(seen).toHaveBeenCalledWith(
    { loud: false, times: undefined, only: [], help: false },
    { whom: 'Ada', how: 'well', when: undefined },
  );
});

test.each([['--help'], ['-h'], ['Ada', '--help'], ['too', 'many', 'words', 'here', '-h']])(
  '%s %s prints the help and does nothing',
  async (...args) => {
    const output = 'npm run greet -- <whom> <how> [when]';

    expect(await run(...args)).toEqual({ code: 0, output, complaint: '' });
    expect(seen).not.toHaveBeenCalled();
  },
);

test.each([
  [[], 'The whom and the how are missing.'],
  [['Ada'], 'The how is missing after "Ada".'],
  [['Ada', 'well', 'now', 'more'], "Unexpected argument 'more'."],
  [['Ada', 'quite'], 'There is no how "quite": use well, badly or so-so.'],
  [['Ada', 'well', '--soft'], "Unknown option '--soft'."],
  [['Ada', 'well', '--loud=yes'], "Option '-l, --loud' does not take an argument."],
  [['Ada', 'well', '--times'], "Option '--times <value>' argument missing."],
  [['Ada', 'well', '--times', '-1'], '--times takes a whole number from 1 to 9, not "-1".'],
  [['Ada', 'well', '-l', '-1'], "Unknown option '-1'."],
  [['Ada', 'well', '--times', '--loud'], "Option '--times' argument is ambiguous."],
  [['Ada', 'well', '--times', '0'], '--times takes a whole number from 1 to 9, not "0".'],
  [['Ada', 'well', '--times', '10'], '--times takes a whole number from 1 to 9, not "10".'],
  [['Ada', 'well', '--times', '2.5'], '--times takes a whole number from 1 to 9, not "2.5".'],
  [['Ada', 'well', '--times', '1e0'], '--times takes a whole number from 1 to 9, not "1e0".'],
  [['Ada', 'well', '--times', ''], '--times takes a whole number from 1 to 9, not "".'],
])('%j is refused in one sentence, with exit code 2', async (args, sentence) => {
  const complaint = `${sentence} See: npm run greet -- --help`;

  expect(await run(...args)).toEqual({ code: 2, output: '', complaint });
  expect(seen).not.toHaveBeenCalled();
});

test.each([
  [new CommandError('Nobody is there.'), 1, 'Nobody is there.'],
  [new RangeError('the moon'), 1, 'Too far: the moon.'],
  [new UsageError('Say it louder.'), 2, 'Say it louder. See: npm run greet -- --help'],
])('%s is told in one sentence', async (error, code, complaint) => {
  failure = error;

  expect(await run('Ada', 'well')).toEqual({ code, output: '', complaint });
});

test('a bug of ours is thrown', async () => {
  failure = new TypeError('x is not a function');

  await expect(run('Ada', 'well')).rejects.toThrow(TypeError);
});

test.each([
  [true, undefined, true],
  [true, '', true],
  [true, '1', false],
  [false, undefined, false],
])('a terminal: %s, NO_COLOR: %s, so coloured: %s', (isTTY, noColor, coloured) => {
  expect(mayColour({ isTTY }, { NO_COLOR: noColor })).toBe(coloured);
  expect(painted('FAIL', 'red', coloured)).toBe(coloured ? '\u001B[31mFAIL\u001B[39m' : 'FAIL');
});

/** Asks, while this is typed. */
async function asked(typed: string | undefined, isTerminal = false) {
  const input = new PassThrough();
  const screen = Object.assign(new PassThrough(), { isTTY: isTerminal });
  const interrupt = jest.fn(() => input.end());
  const answer = askOn(input, screen, interrupt)('Type jobs to go on: ');
  if (typed === undefined) input.end();
  else input.write(typed);
  return { answer: await answer, shown: String(screen.read()), interrupt };
}

test('a question is shown and the line that was typed comes back without white space', async () => {
  const { answer, shown } = await asked(' jobs \n');

  expect(answer).toBe('jobs');
  expect(shown).toBe('Type jobs to go on: ');
});

test('an input that ends is an empty line', async () => {
  expect((await asked(undefined)).answer).toBe('');
});

test('Ctrl-C at a terminal interrupts', async () => {
  const { interrupt } = await asked('\u0003', true);

  expect(interrupt).toHaveBeenCalledTimes(1);
});
