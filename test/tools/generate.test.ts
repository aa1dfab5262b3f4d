import { exitCodeOf } from '../../local/command.ts';
import { generate } from '../../tools/generate.ts';
import { openEmbedded } from '../support/databases.ts';

test('the API description, the client types, the fixtures and released.txt are up to date; if not, run npm run generate -- --release', async () => {
  const said: string[] = [];
  for (const stream of ['log', 'error'] as const) {
    jest.spyOn(console, stream).mockImplementation((...line: unknown[]) => {
      said.push(line.join(' '));
    });
  }

  const code = await exitCodeOf(
    generate(async () => openEmbedded()),
    ['--check', '--release'],
  );

  expect([code, said]).toEqual([0, ['All generated files are up to date.']]);
});
