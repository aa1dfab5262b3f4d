import { listLength } from '../../contract/last-good.ts';

it.each([
  ['alone', '["]"]', 5],
  ['with white space after it', '["]"] \t\n ', 5],
  ['empty', '[]  ', 2],
  ['that is none', 'HTML', 0],
  ['that is missing', '', 0],
])('a stored list ends with its last bracket: %s', (_, stored, bytes) => {
  expect(listLength(Buffer.from(stored))).toBe(bytes);
});
