/** Every section of the runbook that a message quotes is a heading there. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const headings = [...text('docs/runbook.md').matchAll(/^##+ (.+)$/gmu)].map(
  ([, heading]) => heading,
);

const quoted = ['tools', 'lib']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    [...text(file).matchAll(/docs\/runbook\.md, "([^"]*)"/gu)].map(([, section = '']) => [
      file,
      section,
    ]),
  );

test.each(quoted)('%s: the runbook has the section "%s"', (_file, section) => {
  expect(headings).toContain(section);
});

test('sections are quoted', () => {
  expect(quoted.length).toBeGreaterThan(5);
});
