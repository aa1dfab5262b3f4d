/** What `npm run bench` says: docs/performance.md, and its plots. */

import { isMet, medianOf, type Row } from './figures.ts';
import { type Panel, type Series, svg } from './plots.ts';
import { outage, type TimedAnswer } from './reads.ts';

/** The cells of a table, row by row. */
export type Cells = readonly (readonly string[])[];

/** What an answer costs whose list has so many startups. */
export interface AtSize {
  readonly startups: number;
  readonly bytes: Readonly<Record<'list' | 'first' | 'refreshed' | 'gzip', number>>;
  /** In milliseconds. From memory, with brotli and uncompressed, which is absent where it does not fit; and of a miss. */
  readonly cpuMs: { readonly br: number; readonly identity?: number; readonly miss: number };
}

export interface Measured {
  readonly rows: readonly Row[];
  readonly servers: Cells;
  readonly sizes: readonly AtSize[];
  readonly longLists: Cells;
  readonly outage: readonly TimedAnswer[];
  readonly proseRatio: number;
  readonly postgresVersion: string;
}

export interface Circumstances {
  readonly machine: string;
  /** Why the figures cannot be trusted. */
  readonly disturbance: string | undefined;
  readonly isPinned: boolean;
  readonly minutes: number;
  /** ISO 8601. */
  readonly day: string;
}

export function reportOf(
  { rows, servers, longLists, sizes, proseRatio, postgresVersion }: Measured,
  { machine, disturbance, isPinned, minutes, day }: Circumstances,
): string {
  return `# Performance

What \`npm run bench\` measured on ${day}, in ${minutes.toFixed(1)} minutes, and wrote here.
${
  disturbance === undefined
    ? 'The machine was quiet before and between the measurements.'
    : `**These figures cannot be trusted:** ${disturbance}.`
}

Machine: ${machine}, PostgreSQL ${postgresVersion}. ${
    isPinned
      ? 'Each process that is measured had one core, except in cold starts and in front of a frozen database.'
      : 'Without `taskset`, the processes that are measured were not kept on one core.'
  }

## Goals

A figure is the median of rounds in which all that is compared had its turn; the lowest and the highest round follow it. CPU is
what all threads of one process used. Prose is a Markov chain over the words of these documents: brotli's quality 5 makes it
${proseRatio.toFixed(1)} times smaller (real prose: 3.2 to 4), that of the test data 15 times.

${tableOf('what | before | goal | now | met | included', rows.map(toGoalCells))}

## Beside other servers

The list of ${sizes[0]?.startups} startups from the same rows, one request after another: CPU and time of an answer. A function
is asked through Lambda's Runtime API, which takes two connections an answer; the others over one kept connection.

${tableOf('server | CPU | time | what it does', servers)}

## Lists

${tableOf(
  'startups | list | brotli, first visitor | brotli, after a refresh | gzip | CPU from memory: brotli | uncompressed | CPU of a miss',
  sizes.map(toSizeCells),
)}

![Bytes and CPU of an answer against the number of startups](performance/startups.svg)

Long ones, and the largest, in startups, for which Lambda's 6 MiB leave room; a longer one is 406 in that coding.

${tableOf(
  'texts | startups | list | brotli | gzip | largest: first visitor | after a refresh | uncompressed',
  longLists,
)}

## An outage

PostgreSQL is frozen: it answers nobody, and breaks no connection. A process remembers its answer for 2 s, in the cloud for a minute.

![Time of an answer against time, around an outage](performance/outage.svg)
`;
}

function tableOf(head: string, rows: Cells): string {
  const columns = head.split(' | ');
  const lines = [columns, columns.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function toGoalCells(row: Row): readonly string[] {
  const { what, before, goal, rounds, unit = '', digits, includes } = row;
  const now = spreadOf(rounds, digits, unit);
  if (goal === undefined) return [what, before, '', now, '', includes];
  const [word, value] = 'most' in goal ? ['≤', goal.most] : ['≥', goal.least];
  const wanted = `${word} ${numberOf(value, digits)} ${unit}`.trim();
  return [what, before, wanted, now, isMet(row) === true ? 'yes' : '**no**', includes];
}

/** The median, and the lowest and the highest round where they differ as printed. */
export function spreadOf(rounds: readonly number[], digits: number, unit: string): string {
  const median = `${numberOf(medianOf(rounds), digits)} ${unit}`.trim();
  const [lowest, highest] = [Math.min(...rounds), Math.max(...rounds)].map((each) =>
    numberOf(each, digits),
  );
  return lowest === highest ? median : `${median} (${lowest} to ${highest})`;
}

function toSizeCells({ startups, bytes, cpuMs }: AtSize): readonly string[] {
  const { list, first, refreshed, gzip } = bytes;
  const cpu = [cpuMs.br, cpuMs.identity, cpuMs.miss].map((ms) =>
    ms === undefined ? '406' : `${ms.toFixed(1)} ms`,
  );
  return [numberOf(startups), ...[list, first, refreshed, gzip].map(sizeOf), ...cpu];
}

export function numberOf(value: number, digits = 0): string {
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

export function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** By the names of their files. */
export function plotsOf(measured: Measured): Readonly<Record<string, string>> {
  return {
    'startups.svg': svg('Bytes and CPU of an answer against the number of startups', [
      ...startupsPanels(measured.sizes),
    ]),
    'outage.svg': svg('Time of an answer against time, around an outage', [
      outagePanel(measured.outage),
    ]),
  };
}

function startupsPanels(sizes: readonly AtSize[]): readonly Panel[] {
  const series = (name: string, valueOf: (size: AtSize) => number | undefined): Series => ({
    name,
    points: sizes.flatMap((size) => {
      const value = valueOf(size);
      return value === undefined ? [] : [[size.startups, value] as const];
    }),
  });
  const x = { label: 'startups', ticks: [100, 300, 1000, 3000], isLogarithmic: true } as const;
  return [
    {
      title: 'Bytes of an answer',
      x,
      y: { label: 'bytes', ticks: [1e4, 1e5, 1e6, 1e7], isLogarithmic: true },
      series: [
        series('uncompressed', ({ bytes }) => bytes.list),
        series('brotli, first visitor', ({ bytes }) => bytes.first),
        series('brotli, after a refresh', ({ bytes }) => bytes.refreshed),
      ],
    },
    {
      title: 'CPU of an answer',
      x,
      y: { label: 'milliseconds', ticks: [0.1, 1, 10, 100, 1000], isLogarithmic: true },
      series: [
        series('a miss that reads an unchanged list', ({ cpuMs }) => cpuMs.miss),
        series('from memory, uncompressed', ({ cpuMs }) => cpuMs.identity),
        series('from memory, brotli', ({ cpuMs }) => cpuMs.br),
      ],
    },
  ];
}

function outagePanel(answers: readonly TimedAnswer[]): Panel {
  const from = (wanted: string) =>
    answers
      .filter(({ source }) => source === wanted)
      .map(({ second, ms }) => [second, ms] as const);
  return {
    title: 'Time of an answer, 20 requests a second',
    x: { label: 'seconds', ticks: [0, 4, 8, 12, 16] },
    y: { label: 'milliseconds', ticks: [0, 1000, 2000, 3000, 4000] },
    series: [
      { name: 'from the database', points: from('database') },
      { name: 'the last-good copy', points: from('last-good') },
    ],
    onlyDots: true,
    shaded: { ...outage, name: 'PostgreSQL is frozen' },
  };
}
