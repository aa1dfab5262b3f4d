/** The measurements, in order, and what each means for the table. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import * as v from 'valibot';

import type { Bundle } from '../bundling/functions.ts';
import { LARGEST_BODY_BYTES, LONGEST_ANSWER_SECONDS } from '../contract/limits.ts';
import {
  bodyOf,
  coldStarts,
  type Cost,
  cpuMsOfCompression,
  level11BytesOf,
  type ListBytes,
  type ListProcesses,
  race,
  startConstant,
  startPeer,
  startProcesses,
} from './answers.ts';
import { differenceOf, figureOf, ratioOf, type Row } from './figures.ts';
import { type LargestLists, largestLists, type LongBytes, longBytesOf } from './lists.ts';
import { brotliRatio, mulberry32, type Prose, proseOfTheDocuments } from './prose.ts';
import { answersAroundOutage, longestAnswerFrozen, type TimedAnswer, wholeRead } from './reads.ts';
import { load, type Setting, type Started, startSetting } from './setting.ts';
import { simulateWeek } from './week.ts';

/** What an answer costs whose list has so many startups. */
export interface AtSize {
  readonly startups: number;
  readonly bytes: ListBytes;
  /** In milliseconds. From memory, with brotli and uncompressed, which is absent where it does not fit; and of a miss. */
  readonly cpuMs: { readonly br: number; readonly identity?: number; readonly miss: number };
}

/** The service, or another server, asked for the same list. */
export interface Server {
  readonly name: string;
  readonly cost: Cost;
  readonly does: string;
}

export interface LongList {
  readonly texts: string;
  readonly startups: number;
  readonly bytes: LongBytes;
  readonly largest: LargestLists;
}

export interface Measured {
  readonly rows: readonly Row[];
  readonly servers: readonly Server[];
  readonly sizes: readonly AtSize[];
  readonly longLists: readonly LongList[];
  readonly outage: readonly TimedAnswer[];
  readonly proseRatio: number;
  readonly postgresVersion: string;
}

export interface Plan {
  readonly rounds: number;
  /** Of what takes seconds. */
  readonly fewRounds: number;
  readonly sizes: readonly number[];
  /** Startups of a list that takes many pages. */
  readonly long: number;
  /** More startups than the largest list that fits, with the texts of the test data. */
  readonly longest: number;
  /** For each of the largest lists to be found. */
  readonly seconds: number;
}

export const wholePlan: Plan = {
  rounds: 9,
  fewRounds: 3,
  sizes: [120, 360, 1200, 3000],
  long: 12_000,
  longest: 30_000,
  seconds: 40,
};

export const quickPlan: Plan = {
  rounds: 3,
  fewRounds: 1,
  sizes: [120, 360],
  long: 1200,
  longest: 2400,
  seconds: 3,
};

/** As many as there are today, and the list of most measurements. */
const TODAY = 120;

const sizesWithLevel11 = new Set([TODAY, 1200]);

/** As many as take two pages. */
const TWO_PAGES = 420;

/** @param step - is called with what is measured next, while nothing runs. */
export async function measure(
  plan: Plan,
  started: Started,
  signal: AbortSignal,
  step: (next: string) => void,
): Promise<Measured> {
  step('PostgreSQL, bundles and the service start');
  const setting = await startSetting(started);
  const { postgres, database, bundles } = setting;
  const prose = proseOfTheDocuments();

  step(`answers beside other servers, ${TODAY} startups`);
  await load(database.database, TODAY, prose);
  const { rows: answerRows, servers } = await measureAnswers(setting, plan);
  step('cold starts');
  const coldRows = await measureColdStarts(setting, plan);
  step('a frozen database');
  const frozenRow = await measureFrozen(setting, plan);
  const outage = await answersAroundOutage(setting, signal);

  const sizes: AtSize[] = [];
  const bytesRows: Row[] = [];
  for (const startups of plan.sizes) {
    step(`answers of ${startups} startups`);
    await load(database.database, startups, prose);
    const processes = await startProcesses(setting);
    sizes.push(await measureSize(startups, processes, plan));
    if (sizesWithLevel11.has(startups)) bytesRows.push(...(await toBytesRows(startups, processes)));
    await processes.memory.end();
    await processes.miss.end();
    if (startups === TODAY) {
      step('a week behind the edge, in virtual time');
      bytesRows.push(await toWeekRow(processes.list));
    }
  }

  step('a read of two pages');
  const twoPagesRow = await measureTwoPages(setting, prose);
  step(`reads of ${plan.long} startups`);
  const { rows: readRows, list: proseList } = await measureLongReads(setting, plan, prose);
  step('the largest list of prose');
  const ofProse = { ...proseList, largest: await largestLists(proseList.records, plan.seconds) };
  step('the largest list of the test data');
  const ofTestData = await measureTestData(setting, plan);

  return {
    rows: [
      ...bytesRows,
      ...answerRows,
      ...readRows,
      largestRow(ofProse),
      twoPagesRow,
      frozenRow,
      ...coldRows,
      toBundleRow(bundles),
    ],
    servers,
    sizes,
    longLists: [ofProse, ofTestData],
    outage,
    proseRatio: brotliRatio(proseOfTheDocuments()),
    postgresVersion: await postgres.version(),
  };
}

const Records = v.array(v.looseObject({ id: v.string() }));

/** A few of the records: what is counted are answers. */
async function toWeekRow(list: Buffer): Promise<Row> {
  const records = v.parse(Records, JSON.parse(list.toString())).slice(0, 30);
  const [first = { id: '' }, ...others] = records;
  const edited = (edits: number) => [{ ...first, blurb: `Edit ${edits}` }, ...others];
  const week = await simulateWeek(edited, mulberry32(1));
  return {
    what: 'answers of the edge in a week that have level 11',
    figure: figureOf([(100 * week.smallestAnswers) / week.answers]),
    unit: '%',
    digits: 0,
    before: '0 %',
    includes: `${week.smallestMisses} of the ${week.misses} answers of the functions; a refresh a quarter of an hour, 42 edits, a new process every two hours`,
  };
}

/** Bytes of the log line and of the metrics of an answer from memory. */
const LINES_OF_AN_ANSWER = [380, 967];

async function measureAnswers(
  setting: Setting,
  { rounds }: Plan,
): Promise<{ readonly rows: readonly Row[]; readonly servers: readonly Server[] }> {
  const { started, folder, postgres } = setting;
  const { memory, miss, list, br, bytes } = await startProcesses(setting);
  await miss.refresh();
  const constantBr = await startConstant(setting, 'constant-br', br);
  const constantIdentity = await startConstant(
    setting,
    'constant-identity',
    await memory.get('identity'),
  );
  const constantWriting = await startConstant(setting, 'constant-writing', br, LINES_OF_AN_ANSWER);
  const file = path.join(folder, 'list.json');
  await writeFile(file, list);
  const url = postgres.readerUrl();
  const costs = await race(
    {
      br: { pid: memory.pid, ask: async () => memory.get('br'), asks: 300 },
      constantBr: { pid: constantBr.pid, ask: async () => constantBr.get('br'), asks: 300 },
      constantWriting: {
        pid: constantWriting.pid,
        ask: async () => constantWriting.get('br'),
        asks: 300,
      },
      identity: { pid: memory.pid, ask: async () => memory.get('identity'), asks: 100 },
      constantIdentity: {
        pid: constantIdentity.pid,
        ask: async () => constantIdentity.get('identity'),
        asks: 100,
      },
      miss: { pid: miss.pid, ask: async () => miss.get('br'), asks: 20 },
      buffer: { ...(await startPeer(started, 'node:http', file)), asks: 200 },
      express: { ...(await startPeer(started, 'express', url)), asks: 20 },
      fastify: { ...(await startPeer(started, 'fastify', url)), asks: 20 },
    },
    rounds,
  );
  const isCompressed = bodyOf(await miss.get('br')).length !== bytes.refreshed;
  const compressionMs = isCompressed ? cpuMsOfCompression(list) : 0;
  await Promise.all(
    [memory, miss, constantBr, constantWriting, constantIdentity].map(async (each) => each.end()),
  );

  const kilobytes = Math.round(list.length / 1000);
  const ofMemory = 'its log line, its metrics, the headers of its time';
  return {
    rows: [
      {
        what: 'CPU of an answer from memory with brotli, against the runtime with a constant body',
        figure: ratioOf(costs.br.cpuMs, costs.constantBr.cpuMs),
        digits: 2,
        before: '1.34',
        goal: { most: 1.1 },
        includes: ofMemory,
      },
      {
        what: 'the same, against a constant body whose function writes as much to the log',
        figure: ratioOf(costs.br.cpuMs, costs.constantWriting.cpuMs),
        digits: 2,
        before: '',
        includes: 'making the two lines, with Powertools; the headers of its time',
      },
      {
        what: 'the same uncompressed',
        figure: ratioOf(costs.identity.cpuMs, costs.constantIdentity.cpuMs),
        digits: 2,
        before: '1.78',
        goal: { most: 1.1 },
        includes: ofMemory,
      },
      {
        what: `CPU of a miss that reads an unchanged list (${TODAY} startups, ${kilobytes} KB)`,
        figure: figureOf(costs.miss.cpuMs),
        unit: 'ms',
        digits: 1,
        before: '27.7 ms',
        goal: { most: 20 },
        includes: `compression: ${compressionMs.toFixed(1)} ms${isCompressed ? '' : ', the answer is what the refresh made'}`,
      },
    ],
    servers: [
      { name: 'this service, from memory, brotli', cost: costs.br, does: 'everything' },
      { name: 'this service, from memory, uncompressed', cost: costs.identity, does: 'everything' },
      { name: 'this service, a miss', cost: costs.miss, does: 'everything; reads list and copy' },
      { name: 'node:http with one Buffer', cost: costs.buffer, does: 'no database' },
      {
        name: 'Express with pg, a query a request',
        cost: costs.express,
        does: 'no check, no fallback, no compression',
      },
      {
        name: 'Fastify with one json_agg',
        cost: costs.fastify,
        does: 'no check, no fallback, no compression',
      },
    ],
  };
}

async function measureSize(
  startups: number,
  { memory, miss, bytes }: ListProcesses,
  { fewRounds }: Plan,
): Promise<AtSize> {
  const asks = Math.max(5, Math.round(12_000 / startups));
  const costs = await race(
    {
      br: { pid: memory.pid, ask: async () => memory.get('br'), asks },
      miss: {
        pid: miss.pid,
        ask: async () => miss.get('br'),
        asks: Math.max(1, Math.round(asks / 10)),
      },
    },
    fewRounds,
  );
  const cpuMs = { br: figureOf(costs.br.cpuMs).median, miss: figureOf(costs.miss.cpuMs).median };
  if (bytes.list > LARGEST_BODY_BYTES) return { startups, bytes, cpuMs };
  const plain = await race(
    { identity: { pid: memory.pid, ask: async () => memory.get('identity'), asks } },
    fewRounds,
  );
  return { startups, bytes, cpuMs: { ...cpuMs, identity: figureOf(plain.identity.cpuMs).median } };
}

async function toBytesRows(
  startups: number,
  { list, bytes }: ListProcesses,
): Promise<readonly Row[]> {
  const smallest = await level11BytesOf(list);
  const row = { digits: 2, before: '1.18 to 1.27' };
  return [
    {
      ...row,
      what: `brotli bytes of ${startups} startups after a refresh, against brotli's level 11`,
      figure: figureOf([bytes.refreshed / smallest]),
      goal: { most: 1 },
      includes: `${bytes.refreshed} bytes of ${bytes.list}`,
    },
    {
      ...row,
      what: 'the same, to the first visitor of a new list',
      figure: figureOf([bytes.first / smallest]),
      includes: `${bytes.first} bytes; no visitor waits for level 11`,
    },
  ];
}

async function measureLongReads(setting: Setting, { long, fewRounds }: Plan, prose: Prose) {
  const { postgres, database, started } = setting;
  const ordered = await postgres.make('ordered');
  started.add(async () => ordered.database.close());
  await load(ordered.database, long, prose, true);
  await load(database.database, long, prose);

  const inAnyOrder: number[] = [];
  const inOrder: number[] = [];
  const seconds: number[] = [];
  let last = await wholeRead(database); // warms the cache
  for (let round = 0; round < fewRounds; round += 1) {
    inOrder.push(figureOf((await wholeRead(ordered)).pageMs).median);
    last = await wholeRead(database);
    inAnyOrder.push(figureOf(last.pageMs).median);
    seconds.push(last.ms / 1000);
  }
  const { calls, bytes, records } = last;
  const rows: readonly Row[] = [
    {
      what: `the statement of a page, ${long} startups with random ids`,
      figure: figureOf(inAnyOrder),
      unit: 'ms',
      digits: 0,
      before: '179 ms',
      goal: { most: 30 },
      includes:
        'the median page of a read, with its way to the client, as the reader who has logged in',
    },
    {
      what: 'the same, against ids in the order of the rows',
      figure: ratioOf(inAnyOrder, inOrder),
      digits: 2,
      before: '7.5',
      goal: { most: 1.2 },
      includes: `in that order ${figureOf(inOrder).median.toFixed(0)} ms`,
    },
    {
      what: `a read of ${long} startups with random ids`,
      figure: figureOf(seconds),
      unit: 's',
      digits: 1,
      before: '15.6 s',
      goal: { most: 2.6 },
      includes: `${calls} calls, ${megabytes(bytes)} MB, with the work of the local Data API`,
    },
  ];
  return {
    rows,
    list: { texts: 'prose', startups: long, bytes: await longBytesOf(records), records },
  };
}

async function measureTestData(
  { database }: Setting,
  { long, longest, seconds }: Plan,
): Promise<LongList> {
  await load(database.database, longest);
  const { records } = await wholeRead(database);
  return {
    texts: 'texts of the test data',
    startups: long,
    bytes: await longBytesOf(records.slice(0, long)),
    largest: await largestLists(records, seconds),
  };
}

function largestRow({ largest }: LongList): Row {
  return {
    what: 'largest list of prose that the first visitor can be answered with, in startups',
    figure: figureOf([largest.first]),
    digits: 0,
    before: '6,150',
    goal: { least: 8500 },
    includes: `of the limits only the bytes: its compression takes ${largest.firstSeconds.toFixed(1)} s of CPU, and an answer has ${LONGEST_ANSWER_SECONDS} s; ${largest.refreshed} or more after a refresh`,
  };
}

async function measureTwoPages(setting: Setting, prose: Prose): Promise<Row> {
  await load(setting.database.database, TWO_PAGES, prose);
  const { bytes, calls, records } = await wholeRead(setting.database);
  const list = Buffer.byteLength(records.join(','));
  return {
    what: `bytes that travel for a list of ${megabytes(list)} MB, against the list`,
    figure: figureOf([bytes / list]),
    digits: 2,
    before: '1.35',
    goal: { most: 1.2 },
    includes: `${calls} calls, two of which begin and end the transaction; the list escaped in the Data API's JSON`,
  };
}

async function measureFrozen(setting: Setting, { fewRounds }: Plan): Promise<Row> {
  const longest: number[] = [];
  for (let round = 0; round < fewRounds; round += 1)
    longest.push(await longestAnswerFrozen(setting));
  return {
    what: 'longest answer of a burst that meets a frozen PostgreSQL',
    figure: figureOf(longest),
    unit: 'ms',
    digits: 0,
    before: '3156 ms',
    goal: { most: 3100 },
    includes: '3000 ms in which the database may still answer',
  };
}

async function measureColdStarts(setting: Setting, { rounds }: Plan): Promise<readonly Row[]> {
  const { empty, loaded, whole } = await coldStarts(setting, rounds);
  const row = { unit: 'ms', digits: 0 };
  return [
    {
      ...row,
      what: 'first answer of a new process, over an empty handler',
      figure: differenceOf(whole, empty),
      before: '138 to 192 ms',
      includes: `an empty handler takes ${figureOf(empty).median.toFixed(0)} ms; read, check and compression of a list of ${TODAY}`,
    },
    {
      ...row,
      what: 'of that, loading the bundle',
      figure: differenceOf(loaded, empty),
      before: 'half',
      includes: 'a handler that imports the bundle and does not use it',
    },
  ];
}

function toBundleRow(bundles: readonly Bundle[]): Row {
  return {
    what: 'the largest bundle, in bytes',
    figure: figureOf([Math.max(...bundles.map(({ bytes }) => bytes))]),
    digits: 0,
    before: '409033',
    goal: { most: 400_000 },
    includes: bundles.map(({ name, bytes }) => `${name} ${bytes}`).join(', '),
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
