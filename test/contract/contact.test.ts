import { looksLikeContact } from '../../contract/contact.ts';
import { corpus } from './corpus.ts';

const contacts = corpus('contacts');
const legitimate = corpus('legitimate');

/** What may surround a contact. */
const AROUND: readonly ((contact: string) => string)[] = [
  (contact) => contact,
  (contact) => `CEO, ${contact}`,
  (contact) => `${contact} (work)`,
  (contact) => `Founder & CEO | ${contact} | Berlin`,
  (contact) => `\n${contact}\n`,
];

test.each([...contacts])('every line of the contacts is found: %s', (heading, lines) => {
  const isAnywhere = heading.endsWith('wherever they are in a text');
  const texts = lines.flatMap((line) =>
    isAnywhere ? AROUND.map((around) => around(line)) : [line],
  );

  expect(texts.filter((text) => !looksLikeContact(text))).toEqual([]);
});

test.each([...legitimate])('nothing is found in legitimate %s', (_, lines) => {
  expect(lines.filter(looksLikeContact)).toEqual([]);
});

test('there are more than 300 contacts and 600 legitimate texts and addresses, none twice', () => {
  const lines = [...contacts.values(), ...legitimate.values()].flat();

  expect([...contacts.values()].flat().length).toBeGreaterThan(300);
  expect([...legitimate.values()].flat().length).toBeGreaterThan(600);
  expect(new Set(lines).size).toBe(lines.length);
});

// Patterns that go back and forth would not come to an end.
test.each([
  'a',
  'a ',
  '1',
  '1 ',
  '.',
  '@',
  'a.b@',
  'a at b ',
  '( ',
  '<',
  '&#',
  '%25',
  '- 1',
  'tel ',
])('200 KB of %j are read to their end', (part) => {
  expect(looksLikeContact(`${part.repeat(200_000 / part.length)}@`)).toEqual(expect.any(Boolean));
});
