import { directories } from '../../contract/directories.ts';
import { undisguised } from '../../contract/undisguised.ts';
import { checkRecords } from '../../lambda/directory/check.ts';
import { founder } from '../support/records.ts';
import { EMAILS, LIKE_PATHS, LOCAL, PHONES } from './disguises.ts';
import { HARMLESS, HARMLESS_ADDRESSES } from './harmless-texts.ts';

const TEXTS = ['first_name', 'last_name', 'job_title', 'startup_name'] as const;
const ADDRESSES = ['linkedin_url', 'avatar_url', 'startup_logo_url'] as const;

/** What may stand around it. */
const AROUND: readonly ((contact: string) => string)[] = [
  (contact) => contact,
  (contact) => `CEO, ${contact}`,
  (contact) => `${contact} (work)`,
  (contact) => `Founder & CEO | ${contact} | Berlin`,
  (contact) => `\n${contact}\n`,
];

test.each([...EMAILS, ...PHONES])('%j comes out in no text of a founder', (contact) => {
  const rows = AROUND.flatMap((around) => [
    ...TEXTS.map((field) => founder(1, { [field]: around(contact) })),
    founder(1, { startup_slug: contact }),
  ]);

  const { records, leftOut, setToNull } = checkRecords(directories.founders, rows);

  expect(leftOut.length + setToNull.length).toBe(rows.length);
  expect(JSON.stringify(records)).not.toContain(JSON.stringify(contact).slice(1, -1));
});

test.each([...EMAILS, ...PHONES])('%j for an address of a founder does not come out', (contact) => {
  const rows = AROUND.flatMap((around) =>
    ADDRESSES.map((field) => founder(1, { [field]: around(contact) })),
  );

  const { records } = checkRecords(directories.founders, rows);

  expect(JSON.stringify(records)).not.toContain(JSON.stringify(contact).slice(1, -1));
  expect(undisguised(JSON.stringify(records))).not.toContain(`${LOCAL}@`);
});

test.each(EMAILS.filter((contact) => !LIKE_PATHS.has(contact)))(
  '%j comes out in no address of a founder',
  (contact) => {
    const rows = ADDRESSES.flatMap((field) =>
      [`https://example.com/in/${contact}`, `https://example.com/?to=${contact}`].map((address) =>
        founder(1, { [field]: address }),
      ),
    );

    const { records } = checkRecords(directories.founders, rows);

    expect(records.flatMap((record) => ADDRESSES.map((field) => record[field]))).toEqual(
      Array(rows.length * ADDRESSES.length).fill(null),
    );
  },
);

test('of ordinary texts and addresses none is refused', () => {
  const rows = [
    ...HARMLESS.map((text) => founder(1, { job_title: text, last_name: text })),
    ...HARMLESS_ADDRESSES.map((address) => founder(1, { linkedin_url: address })),
  ];

  const { leftOut, setToNull, records } = checkRecords(directories.founders, rows);

  expect({ leftOut, setToNull }).toEqual({ leftOut: [], setToNull: [] });
  expect(records).toHaveLength(HARMLESS.length + HARMLESS_ADDRESSES.length);
});
