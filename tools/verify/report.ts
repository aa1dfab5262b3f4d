/** Tells a person what was found: a table, below it what needs reading, at the end the count. */

import { allDirectories } from '../../contract/directories.ts';
import type { Conformance, Result } from './conformance.ts';
import type { Finding } from './finding.ts';

const WORDS: Readonly<Record<Finding['result'], string>> = {
  pass: 'pass',
  fail: 'FAIL',
  note: 'note',
};

const COLOURS: Readonly<Record<Finding['result'], string>> = {
  pass: '\u001B[32m',
  fail: '\u001B[31m',
  note: '\u001B[33m',
};
const END_OF_COLOUR = '\u001B[39m';

const COLUMNS = allDirectories.map((directory) => directory.name);
const COLUMN_WIDTH = 10;

export function report(found: Conformance, inColour: boolean): string {
  const { url, checks, requests, slowestMs, passed, failed } = found;
  const ofLists = checks.filter(({ directory }) => directory !== null);
  const ofWhole = checks.filter(({ directory }) => directory === null);
  const nameWidth = Math.max(...checks.map(({ name }) => name.length)) + 2;

  const heads = COLUMNS.map((name) => name.padEnd(COLUMN_WIDTH)).join('');
  const rows = [...new Set(ofLists.map(({ name }) => name))].map((name) => {
    const cells = COLUMNS.map((column) =>
      word(
        ofLists.find((check) => check.name === name && check.directory === column),
        inColour,
      ),
    );
    return name.padEnd(nameWidth) + cells.join('');
  });
  const wholeRows = ofWhole.map((check) => check.name.padEnd(nameWidth) + word(check, inColour));
  const remarks = checks.filter(({ result }) => result !== 'pass');

  return [
    url,
    '',
    'each list'.padEnd(nameWidth) + heads,
    ...rows,
    '',
    'the service as a whole',
    ...wholeRows,
    '',
    ...remarks.map((check) => remark(check, inColour)),
    `${requests} requests, the slowest took ${slowestMs} ms`,
    `${passed} passed, ${failed} failed`,
  ]
    .map((line) => line.trimEnd())
    .join('\n');
}

function word(check: Result | undefined, inColour: boolean): string {
  if (check === undefined) return '-'.padEnd(COLUMN_WIDTH);
  const padded = WORDS[check.result].padEnd(COLUMN_WIDTH);
  return inColour ? COLOURS[check.result] + padded + END_OF_COLOUR : padded;
}

function remark(check: Result, inColour: boolean): string {
  const subject = check.directory ?? 'service';
  return `${word(check, inColour)}${subject.padEnd(COLUMN_WIDTH)}${check.name}: ${check.detail}`;
}
