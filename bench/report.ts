/** What `npm run bench` says: docs/performance.md, and its plots. */

import { type Figure, figureOf, isMet, type Row } from './figures.ts';
import type { AtSize, LongList, Measured, Server } from './measure.ts';
import { type Panel, type Series, svg } from './plots.ts';
import { outage, type TimedAnswer } from './reads.ts';

export interface Circumstances {
  readonly machine: string;
  /** Why the figures cannot be trusted. */
  readonly disturbance: string | undefined;
  readonly isPinned: boolean;
  readonly minutes: number;
  /** ISO 8601. */
  readonly day: string;
}

export function reportOf(measured: Measured, circumstances: Circumstances): string {
  const { rows, servers, longLists, sizes } = measured;
  const { machine, disturbance, isPinned, minutes, day } = circumstances;
  return `# Performance

What \`npm run bench\` measured on ${day}, in ${minutes.toFixed(1)} minutes, and wrote here.
${
  disturbance === undefined
    ? 'The machine was quiet before and between the measurements.'
    : `**These figures cannot be trusted:** ${disturbance}.`
}

Machine: ${machine}, PostgreSQL ${measured.postgresVersion}. ${
    isPinned
      ? 'Each process that is measured had one core, except in cold starts and in front of a frozen database.'
      : 'Without `taskset`, the processes that are measured were not kept on one core.'
  }

## Goals

A figure is the median of rounds in which all that is compared had its turn; the lowest and the highest round follow it. CPU is
what all threads of one process used. Prose is a Markov chain over the words of these documents: brotli's quality 5 makes it
${measured.proseRatio.toFixed(1)} times smaller (real prose: 3.2 to 4), that of the test data 15 times.

${tableOf(['what', 'before', 'goal', 'now', 'met', 'included'], rows.map(toGoalCells))}

## Beside other servers

The list of ${sizes[0]?.startups} startups from the same rows, one request after another: CPU and time of an answer. A function
is asked through Lambda's Runtime API, which takes two connections an answer; the others over one kept connection.

${tableOf(['server', 'CPU', 'time', 'what it does'], servers.map(toServerCells))}

## Lists

${tableOf(
  [
    'startups',
    'list',
    'brotli, first visitor',
    'brotli, after a refresh',
    'gzip',
    'CPU from memory: brotli',
    'uncompressed',
    'CPU of a miss',
  ],
  sizes.map(toSizeCells),
)}

![Bytes and CPU of an answer against the number of startups](performance/startups.svg)

Long ones, and the largest, in startups, for which Lambda's 6 MiB leave room; a longer one is 406 in that coding.

${tableOf(
  [
    'texts',
    'startups',
    'list',
    'brotli',
    'gzip',
    'largest: first visitor',
    'after a refresh',
    'uncompressed',
  ],
  longLists.map(toLongCells),
)}

## An outage

PostgreSQL is frozen: it answers nobody, and breaks no connection. A process remembers its answer for 2 s, in the cloud for a minute.

![Time of an answer against time, around an outage](performance/outage.svg)
`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function toGoalCells(row: Row): readonly string[] {
  const { what, before, goal, includes } = row;
  const met = isMet(row);
  const verdict = met === true ? 'yes' : '**no**';
  return [
    what,
    before,
    goal === undefined ? '' : goalOf(row),
    nowOf(row),
    met === undefined ? '' : verdict,
    includes,
  ];
}

function goalOf({ goal, unit, digits }: Row): string {
  if (goal === undefined) return '';
  const [word, value] = 'most' in goal ? ['≤', goal.most] : ['≥', goal.least];
  return `${word} ${numberOf(value, digits)}${unit === undefined ? '' : ` ${unit}`}`;
}

/** The spread only where there is one. */
function nowOf({ figure: { median, lowest, highest }, unit, digits }: Row): string {
  const of = (value: number): string => numberOf(value, digits);
  const spread = of(lowest) === of(highest) ? '' : ` (${of(lowest)} to ${of(highest)})`;
  return `${of(median)}${unit === undefined ? '' : ` ${unit}`}${spread}`;
}

function toServerCells({ name, cost, does }: Server): readonly string[] {
  return [name, spreadOf(figureOf(cost.cpuMs)), spreadOf(figureOf(cost.ms)), does];
}

function spreadOf({ median, lowest, highest }: Figure): string {
  return `${median.toFixed(2)} ms (${lowest.toFixed(2)} to ${highest.toFixed(2)})`;
}

function toSizeCells({ startups, bytes, cpuMs }: AtSize): readonly string[] {
  const { list, first, refreshed, gzip } = bytes;
  const cpu = [cpuMs.br, cpuMs.identity, cpuMs.miss].map((ms) =>
    ms === undefined ? '406' : `${ms.toFixed(1)} ms`,
  );
  return [numberOf(startups, 0), ...[list, first, refreshed, gzip].map(sizeOf), ...cpu];
}

function toLongCells({ texts, startups, bytes, largest }: LongList): readonly string[] {
  const { list, brotli, gzip } = bytes;
  const all = [largest.first, largest.refreshed, largest.identity].map((count) =>
    numberOf(count, 0),
  );
  return [
    texts,
    numberOf(startups, 0),
    sizeOf(list),
    brotli === undefined ? '406' : sizeOf(brotli),
    sizeOf(gzip),
    ...all,
  ];
}

function numberOf(value: number, digits: number): string {
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** By the names of their files. */
export function plotsOf({
  sizes,
  outage: answers,
}: Pick<Measured, 'sizes' | 'outage'>): Readonly<Record<string, string>> {
  return {
    'startups.svg': svg('Bytes and CPU of an answer against the number of startups', [
      bytesPanel(sizes),
      cpuPanel(sizes),
    ]),
    'outage.svg': svg('Time of an answer against time, around an outage', [outagePanel(answers)]),
  };
}

const startupsAxis = {
  label: 'startups',
  ticks: [100, 300, 1000, 3000],
  isLogarithmic: true,
} as const;

function bytesPanel(sizes: readonly AtSize[]): Panel {
  const series = (name: string, bytesOf: (size: AtSize) => number): Series => ({
    name,
    points: sizes.map((size) => [size.startups, bytesOf(size)]),
  });
  return {
    title: 'Bytes of an answer',
    x: startupsAxis,
    y: { label: 'bytes', ticks: [1e4, 1e5, 1e6, 1e7], isLogarithmic: true },
    series: [
      series('uncompressed', ({ bytes }) => bytes.list),
      series('brotli, first visitor', ({ bytes }) => bytes.first),
      series('brotli, after a refresh', ({ bytes }) => bytes.refreshed),
    ],
  };
}

function cpuPanel(sizes: readonly AtSize[]): Panel {
  const series = (name: string, cpuOf: (size: AtSize) => number | undefined): Series => ({
    name,
    points: sizes.flatMap((size) => {
      const ms = cpuOf(size);
      return ms === undefined ? [] : [[size.startups, ms] as const];
    }),
  });
  return {
    title: 'CPU of an answer',
    x: startupsAxis,
    y: { label: 'milliseconds', ticks: [0.1, 1, 10, 100, 1000], isLogarithmic: true },
    series: [
      series('a miss that reads an unchanged list', ({ cpuMs }) => cpuMs.miss),
      series('from memory, uncompressed', ({ cpuMs }) => cpuMs.identity),
      series('from memory, brotli', ({ cpuMs }) => cpuMs.br),
    ],
  };
}

function outagePanel(answers: readonly TimedAnswer[]): Panel {
  const series = (name: string, source: string): Series => ({
    name,
    onlyDots: true,
    points: answers
      .filter((answer) => answer.source === source)
      .map(({ second, ms }) => [second, ms]),
  });
  return {
    title: 'Time of an answer, 20 requests a second',
    x: { label: 'seconds', ticks: [0, 4, 8, 12, 16] },
    y: { label: 'milliseconds', ticks: [0, 1000, 2000, 3000, 4000] },
    series: [series('from the database', 'database'), series('the last-good copy', 'last-good')],
    shaded: { ...outage, name: 'PostgreSQL is frozen' },
  };
}
