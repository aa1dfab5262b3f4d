/** What the operator hears, and what must not be written down. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const reportingBugs: readonly PlantedBug[] = [
  ...bugsIn('lambda/directory/failure.ts', ['test/lambda/failure.test.ts'], {
    "logs the database's message, which quotes values": ['NAMES_ONLY.test(state)', "state !== ''"],
    'logs the message in front of the stack': [
      'start < 0 ? stack : stack.slice(start + message.length)',
      'stack',
    ],
  }),
  ...bugsIn(
    'lambda/directory/failure.ts',
    ['test/lambda/answer.test.ts', 'test/lambda/handler.test.ts'],
    {
      'logs the words of an error that nobody foresaw': [
        "reason: 'unforeseen',",
        'reason: error.message,',
      ],
    },
  ),
  ...bugsIn('lambda/directory/report.ts', ['test/lambda/report.test.ts'], {
    'logs all findings of a list that is mostly bad': [
      'setToNull: checked.setToNull.slice(0, FINDINGS_NAMED)',
      'setToNull: checked.setToNull',
    ],
    'counts the findings that a line names instead of all': [
      '[metric.fieldsSetToNull]: checked?.setToNull.length ?? 0',
      '[metric.fieldsSetToNull]: Math.min(FINDINGS_NAMED, checked?.setToNull.length ?? 0)',
    ],
    'does not count an outage': ["one(failure?.kind === 'outage')", '0'],
    'counts a stale answer from memory as a fresh one': [' && !fromMemory)', ' || fromMemory)'],
    'leaves a metric out while it is zero': [
      '  for (const [name, value] of Object.entries(toCounts(answer))) {\n',
      '  for (const [name, value] of Object.entries(toCounts(answer))) {\n    if (value === 0) continue;\n',
    ],
    'calls a refused list a thing to know instead of an error': [
      "if (served === undefined || attempt?.failure?.kind === 'defect') return 'error';",
      "if (served === undefined) return 'error';",
    ],
    'does not warn of a copy that could not be kept': [
      "attempt.kept?.state !== 'failed' && attempt.copy.state !== 'unusable'",
      'true',
    ],
  }),
];
