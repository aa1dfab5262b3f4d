/** What the operator hears, and what must not be written down. */

import type { PlantedBug } from '../planted-bug.ts';

const report = ['test/lambda/report.test.ts'];

export const reportingBugs: readonly PlantedBug[] = [
  {
    name: "logs the database's message, which quotes values",
    file: 'lambda/directory/failure.ts',
    find: 'NAMES_ONLY.test(state) ? ',
    replace: "state !== '' ? ",
    tests: ['test/lambda/failure.test.ts'],
  },
  {
    name: 'logs the words of an error that nobody foresaw',
    file: 'lambda/directory/failure.ts',
    find: "reason: 'unforeseen',",
    replace: 'reason: error.message,',
    tests: ['test/lambda/answer.test.ts', 'test/lambda/handler.test.ts'],
  },
  {
    name: 'logs the message in front of the stack',
    file: 'lambda/directory/failure.ts',
    find: 'start < 0 ? stack : stack.slice(start + message.length)',
    replace: 'stack',
    tests: ['test/lambda/failure.test.ts'],
  },
  {
    name: 'logs all findings of a list that is mostly bad',
    file: 'lambda/directory/report.ts',
    find: 'setToNull: checked.setToNull.slice(0, FINDINGS_NAMED)',
    replace: 'setToNull: checked.setToNull',
    tests: report,
  },
  {
    name: 'counts the findings that a line names instead of all',
    file: 'lambda/directory/report.ts',
    find: '[metric.fieldsSetToNull]: checked?.setToNull.length ?? 0',
    replace: '[metric.fieldsSetToNull]: Math.min(FINDINGS_NAMED, checked?.setToNull.length ?? 0)',
    tests: report,
  },
  {
    name: 'does not count an outage',
    file: 'lambda/directory/report.ts',
    find: "[metric.outages]: one(failure?.kind === 'outage')",
    replace: '[metric.outages]: 0',
    tests: report,
  },
  {
    name: 'counts a stale answer from memory as a fresh one',
    file: 'lambda/directory/report.ts',
    find: "one(served?.source === 'database' && !fromMemory)",
    replace: "one(served?.source === 'database' || fromMemory)",
    tests: report,
  },
  {
    name: 'leaves a metric out while it is zero',
    file: 'lambda/directory/report.ts',
    find: '  for (const [name, value] of Object.entries(toCounts(answer))) {\n',
    replace:
      '  for (const [name, value] of Object.entries(toCounts(answer))) {\n    if (value === 0) continue;\n',
    tests: report,
  },
  {
    name: 'calls a refused list a thing to know instead of an error',
    file: 'lambda/directory/report.ts',
    find: "if (served === undefined || attempt?.failure?.kind === 'defect') return 'error';",
    replace: "if (served === undefined) return 'error';",
    tests: report,
  },
  {
    name: 'does not warn of a copy that could not be kept',
    file: 'lambda/directory/report.ts',
    find: "attempt.kept?.state !== 'failed' && attempt.copy.state !== 'unusable'",
    replace: 'true',
    tests: report,
  },
];
