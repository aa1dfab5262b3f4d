import { PassThrough } from 'node:stream';

import { askOn } from '../../cli/terminal.ts';

/** Asks, while this is typed. */
async function asked(typed: string | undefined, isTerminal = false) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: isTerminal });
  const interrupt = jest.fn(() => input.end());
  const answer = askOn(input, output, interrupt)('Type jobs to go on: ');
  if (typed === undefined) input.end();
  else input.write(typed);
  return { answer: await answer, shown: String(output.read()), interrupt };
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
