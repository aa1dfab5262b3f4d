import * as fc from 'fast-check';

import { allDirectories } from '../../contract/directories.ts';
import type { ServedLists } from '../support/records/records.ts';
import { named, verified } from '../support/verified.ts';
import { flawsOf } from '../../tools/verify/checks/records.ts';
import { expectAsyncProperty, expectProperty } from './expect-property.ts';
import { broken } from './generated/broken-records.ts';
import { conforming } from './generated/records.ts';
import { generatedLists, oneBreach } from './generated/lists.ts';
import { departures, harmful } from './independent-rules.ts';

describe.each(allDirectories)('of $name', (directory) => {
  test('a record that satisfies the contract has no flaw', () => {
    expectProperty(
      1 / 30,
      fc.property(
        conforming[directory.name],
        (record) => flawsOf(directory, record, 0).length === 0,
      ),
    );
  });

  test('a record that breaks the published schema, or shows a contact, has a flaw', () => {
    expectProperty(
      1 / 20,
      fc.property(broken(directory.name), (record) => {
        const isBroken =
          departures(directory.name, [record]).length > 0 ||
          harmful(directory.name, record).length > 0;
        return !isBroken || flawsOf(directory, record, 0).length > 0;
      }),
    );
  });
});

test('an id that cannot be made a text is a flaw, and does not end the tool', async () => {
  const found = await verified({
    lists: ({ founders }) => {
      for (const founder of founders) founder['id'] = { toString: 1 };
    },
  });

  expect(named(found, 'fail')).toContain('founders: gives every value in its documented type');
});

test('a service of generated lists passes every check', async () => {
  await expectAsyncProperty(
    4, // each takes a server and some forty requests
    fc.asyncProperty(generatedLists, async (lists) => {
      const found = await verified({ lists: (served) => void Object.assign(served, lists) });
      return found.passed === found.checks.length;
    }),
  );
});

test('one breach of the interface in generated lists fails at least one check', async () => {
  await expectAsyncProperty(
    12,
    fc.asyncProperty(generatedLists, oneBreach, async (lists, { commit }) => {
      const breached: ServedLists = structuredClone(lists);
      commit(breached);
      const found = await verified({ lists: (served) => void Object.assign(served, breached) });
      return named(found, 'fail').length > 0;
    }),
  );
});
