import { parse } from 'csv-parse/sync';

import { csv } from '../../site/explorer/csv.ts';
import { startup } from '../support/records.ts';

/** Returns the cells that a program would read from the file. */
function cellsOf(file: string): string[][] {
  return parse(file, { bom: true, record_delimiter: '\r\n' });
}

/** Formats `text` as CSV, and returns the cell that a program would read. */
function cellOf(text: string): string | undefined {
  return cellsOf(csv([{ name: text }]))[1]?.[0];
}

it('a CSV file begins with a byte order mark, and each line ends with CRLF (RFC 4180)', () => {
  expect(csv([{ a: null, b: 'ü' }])).toBe('\uFEFF"a","b"\r\n"","ü"\r\n');
});

it('a CSV file has a header row, and shows every field of a record in a readable form', () => {
  const one = startup(1, {
    industry: ['Health', 'Energy & "Climate"'],
    open_jobs_count: 3,
    enrollments: [
      {
        status: 'completed',
        graduated: true,
        accepted_date: '2020-03-09',
        ended_date: '2020-09-11',
        program_name: 'Accelerator',
        cohort_name: 'Cohort 2020',
      },
      {
        status: null,
        graduated: false,
        accepted_date: null,
        ended_date: null,
        program_name: 'Lab',
        cohort_name: null,
      },
    ],
    blurb: 'Two\r\nlines, a comma and "quotes".',
  });
  const [names, cells = []] = cellsOf(csv([one]));

  expect(names).toEqual(Object.keys(one));
  expect(Object.fromEntries(cells.map((cell, index) => [names?.[index], cell]))).toEqual({
    ...Object.fromEntries(Object.entries(one).map(([name, value]) => [name, value ?? ''])),
    industry: 'Health; Energy & "Climate"',
    open_jobs_count: '3',
    enrollments: 'Accelerator, Cohort 2020, 2020-03-09 to 2020-09-11, completed, graduated; Lab',
  });
});

it.each([
  '',
  'Tidal Compass',
  '1 + 1 = 2',
  'a-b',
  'someone@example.com',
  'زراعة, 测试 🚀',
  '"quoted"',
  "'",
  'a,b;c',
  'Ada; Grace',
  'https://example.com/?a=1;b=2',
])('the cell %j stays unchanged', (text) => {
  expect(cellOf(text)).toBe(text);
});

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  "=cmd|' /C calc'!A0",
  '\ttext',
  '\rtext',
  '  =1',
  '\u00A0=1',
  '\u200B\uFEFF=1',
  '\u202E=1',
  '"=1',
  '＝1',
  '＠SUM(A1)',
])('an apostrophe is put in front of %j', (text) => {
  expect(cellOf(text)).toBe(`'${text}`);
});

it.each([
  ["text;=cmd|'/C calc'!A0;text", "text;'=cmd|'/C calc'!A0;text"],
  ['text\t@SUM(A1)', "text\t'@SUM(A1)"],
  ['text\r\n - one', "text\r\n '- one"],
  ['text; "=1"', `text; "'=1"`],
  [';=1', "';'=1"],
  ['"; =1', `'"; '=1`],
  ['\t=1', "'\t'=1"],
  ['\n@SUM(A1)', "'\n'@SUM(A1)"],
])('a formula after a semicolon, a tab or a line break gets an apostrophe: %j', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});
