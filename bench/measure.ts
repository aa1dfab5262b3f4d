/** The measurements, in order, and what each means for the table. */

import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import * as v from 'valibot';

import { LARGEST_BODY_BYTES, LONGEST_ANSWER_SECONDS } from '../contract/limits.ts';
import {
  bodyOf,
  brotli,
  coldStarts,
  type Contender,
  cpuMsOfCompression,
  type ListProcesses,
  race,
  startConstant,
  startPeer,
  startProcesses,
} from './answers.ts';
import { differencesOf, medianOf, ratiosOf, type Row } from './figures.ts';
import { type LongList, longListOf } from './lists.ts';
import { brotliRatio, mulberry32, type Prose, proseOfTheDocuments } from './prose.ts';
import { answersAroundOutage, longestAnswerFrozen, wholeRead } from './reads.ts';
import { type AtSize, type Cells, type Measured, numberOf, sizeOf, spreadOf } from './report.ts';
import { load, type Setting, type Started, startSetting, storeRows } from './setting.ts';
import { simulateWeek } from './week.ts';

export const wholePlan = {
  rounds: 9,
  /** Of what takes seconds. */
  fewRounds: 3,
  sizes: [120, 360, 1200, 3000],
  /** Startups of a list that takes many pages. */
  long: 12_000,
  /** More startups than the largest list that fits, with the texts of the test data. */
  longest: 30_000,
  /** For each of the largest lists to be found. */
  seconds: 40,
};

type Plan = typeof wholePlan;

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
  await load(database, TODAY, prose);
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
    await load(database, startups, prose);
    const processes = await startProcesses(setting);
    sizes.push(await measureSize(startups, processes, plan));
    if (sizesWithLevel11.has(startups)) bytesRows.push(...toBytesRows(startups, processes));
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
  const { rows: readRows, records } = await measureLongReads(setting, plan, prose);
  step('the largest list of prose');
  const ofProse = await longListOf(records, plan.long, plan.seconds);
  step('the largest list of the test data');
  await load(database, plan.longest);
  const testData = await wholeRead(database);
  const ofTestData = await longListOf(testData.records, plan.long, plan.seconds);

  const bundleRow: Row = {
    what: 'the largest bundle, in bytes',
    rounds: [Math.max(...bundles.map(({ bytes }) => bytes))],
    digits: 0,
    before: '409033',
    goal: { most: 400_000 },
    includes: bundles.map(({ name, bytes }) => `${name} ${bytes}`).join(', '),
  };
  const longRows = [...readRows, largestRow(ofProse), twoPagesRow];
  return {
    rows: [...bytesRows, ...answerRows, ...longRows, frozenRow, ...coldRows, bundleRow],
    servers,
    sizes,
    longLists: [toCells('prose', ofProse), toCells('texts of the test data', ofTestData)],
    outage,
    proseRatio: brotliRatio(proseOfTheDocuments()),
    postgresVersion: postgres.version,
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
    rounds: [(100 * week.smallestAnswers) / week.answers],
    unit: '%',
    digits: 0,
    before: '0 %',
    includes: `${week.smallestMisses} of the ${week.misses} answers of the functions; a refresh a quarter of an hour, ${week.edits} edits, a new process every two hours`,
  };
}

/** Bytes of the log line and of the metrics of an answer from memory. */
const LINES_OF_AN_ANSWER = [380, 967];

const DOES_LESS = 'no check, no fallback, no compression';

async function measureAnswers(
  setting: Setting,
  { rounds }: Plan,
): Promise<{ readonly rows: readonly Row[]; readonly servers: Cells }> {
  const { started, folder, postgres } = setting;
  const { memory, miss, list, br, bytes } = await startProcesses(setting);
  await miss.refresh();
  const identity = await memory.get('identity');
  const constants = {
    br: await startConstant(setting, 'constant-br', br),
    identity: await startConstant(setting, 'constant-identity', identity),
    writing: await startConstant(setting, 'constant-writing', br, LINES_OF_AN_ANSWER),
  };
  const file = path.join(folder, 'list.json');
  await writeFile(file, list);
  const url = postgres.readerUrl;
  const cost = {
    br: memory.contender('br', 300),
    constantBr: constants.br.contender('br', 300),
    constantWriting: constants.writing.contender('br', 300),
    identity: memory.contender('identity', 100),
    constantIdentity: constants.identity.contender('identity', 100),
    miss: miss.contender('br', 20),
    buffer: await startPeer(started, 'node:http', file, 200),
    express: await startPeer(started, 'express', url, 20),
    fastify: await startPeer(started, 'fastify', url, 20),
  };
  await race(Object.values(cost), rounds);
  const isCompressed = bodyOf(await miss.get('br')).length !== bytes.refreshed;
  const compressionMs = isCompressed ? cpuMsOfCompression(list) : 0;
  for (const each of [memory, miss, ...Object.values(constants)]) await each.end();

  const kilobytes = Math.round(list.length / 1000);
  const againstConstant = {
    digits: 2,
    goal: { most: 1.1 },
    includes: 'its log line, its metrics, the headers of its time',
  };
  return {
    rows: [
      {
        ...againstConstant,
        what: 'CPU of an answer from memory with brotli, against the runtime with a constant body',
        rounds: ratiosOf(cost.br.cpuMs, cost.constantBr.cpuMs),
        before: '1.34',
      },
      {
        what: 'the same, against a constant body whose function writes as much to the log',
        rounds: ratiosOf(cost.br.cpuMs, cost.constantWriting.cpuMs),
        digits: 2,
        before: '',
        includes: 'making the two lines, with Powertools; the headers of its time',
      },
      {
        ...againstConstant,
        what: 'the same uncompressed',
        rounds: ratiosOf(cost.identity.cpuMs, cost.constantIdentity.cpuMs),
        before: '1.78',
      },
      {
        what: `CPU of a miss that reads an unchanged list (${TODAY} startups, ${kilobytes} KB)`,
        rounds: cost.miss.cpuMs,
        unit: 'ms',
        digits: 1,
        before: '27.7 ms',
        goal: { most: 20 },
        includes: `compression: ${compressionMs.toFixed(1)} ms${isCompressed ? '' : ', the answer is what the refresh made'}`,
      },
    ],
    servers: [
      toServerCells('this service, from memory, brotli', cost.br, 'everything'),
      toServerCells('this service, from memory, uncompressed', cost.identity, 'everything'),
      toServerCells('this service, a miss', cost.miss, 'everything; reads list and copy'),
      toServerCells('node:http with one Buffer', cost.buffer, 'no database'),
      toServerCells('Express with pg, a query a request', cost.express, DOES_LESS),
      toServerCells('Fastify with one json_agg', cost.fastify, DOES_LESS),
    ],
  };
}

function toServerCells(name: string, { cpuMs, ms }: Contender, does: string): readonly string[] {
  return [name, spreadOf(cpuMs, 2, 'ms'), spreadOf(ms, 2, 'ms'), does];
}

async function measureSize(
  startups: number,
  { memory, miss, bytes }: ListProcesses,
  { fewRounds }: Plan,
): Promise<AtSize> {
  const asks = Math.max(5, Math.round(12_000 / startups));
  const br = memory.contender('br', asks);
  const read = miss.contender('br', Math.max(1, Math.round(asks / 10)));
  const identity = memory.contender('identity', asks);
  await race([br, read], fewRounds);
  const cpuMs = { br: medianOf(br.cpuMs), miss: medianOf(read.cpuMs) };
  if (bytes.list > LARGEST_BODY_BYTES) return { startups, bytes, cpuMs };
  await race([identity], fewRounds);
  return { startups, bytes, cpuMs: { ...cpuMs, identity: medianOf(identity.cpuMs) } };
}

function toBytesRows(startups: number, { list, bytes }: ListProcesses): readonly Row[] {
  const smallest = brotli(list, 11).length;
  const row = { digits: 2, before: '1.18 to 1.27' };
  return [
    {
      ...row,
      what: `brotli bytes of ${startups} startups after a refresh, against brotli's level 11`,
      rounds: [bytes.refreshed / smallest],
      goal: { most: 1 },
      includes: `${bytes.refreshed} bytes of ${bytes.list}`,
    },
    {
      ...row,
      what: 'the same, to the first visitor of a new list',
      rounds: [bytes.first / smallest],
      includes: `${bytes.first} bytes; no visitor waits for level 11`,
    },
  ];
}

async function measureLongReads(
  { database }: Setting,
  { long, fewRounds }: Plan,
  prose: Prose,
): Promise<{ readonly rows: readonly Row[]; readonly records: readonly string[] }> {
  await load(database, long, prose);
  const inAnyOrder: number[] = [];
  const inOrder: number[] = [];
  const seconds: number[] = [];
  let last = await wholeRead(database); // warms the cache
  for (let round = 0; round < fewRounds; round += 1) {
    await storeRows(database.database, 'in order');
    inOrder.push(medianOf((await wholeRead(database)).pageMs));
    await storeRows(database.database, 'in any order');
    last = await wholeRead(database);
    inAnyOrder.push(medianOf(last.pageMs));
    seconds.push(last.ms / 1000);
  }
  const { calls, bytes, records } = last;
  const rows: readonly Row[] = [
    {
      what: `the statement of a page, ${long} startups with random ids`,
      rounds: inAnyOrder,
      unit: 'ms',
      digits: 0,
      before: '179 ms',
      goal: { most: 30 },
      includes:
        'the median page of a read, with its way to the client, as the reader who has logged in',
    },
    {
      what: 'the same, against ids in the order of the rows',
      rounds: ratiosOf(inAnyOrder, inOrder),
      digits: 2,
      before: '7.5',
      goal: { most: 1.2 },
      includes: `in that order ${medianOf(inOrder).toFixed(0)} ms`,
    },
    {
      what: `a read of ${long} startups with random ids`,
      rounds: seconds,
      unit: 's',
      digits: 1,
      before: '15.6 s',
      goal: { most: 2.6 },
      includes: `${calls} calls, ${megabytes(bytes)} MB, with the work of the local Data API`,
    },
  ];
  return { rows, records };
}

function toCells(texts: string, { startups, bytes, largest }: LongList): readonly string[] {
  const brotliSize = bytes.brotli === undefined ? '406' : sizeOf(bytes.brotli);
  const sizes = [sizeOf(bytes.list), brotliSize, sizeOf(bytes.gzip)];
  const counts = [largest.first, largest.refreshed, largest.identity].map((each) => numberOf(each));
  return [texts, numberOf(startups), ...sizes, ...counts];
}

function largestRow({ largest }: LongList): Row {
  return {
    what: 'largest list of prose that the first visitor can be answered with, in startups',
    rounds: [largest.first],
    digits: 0,
    before: '6,150',
    goal: { least: 8500 },
    includes: `of the limits only the bytes: its compression takes ${largest.firstSeconds.toFixed(1)} s of CPU, and an answer has ${LONGEST_ANSWER_SECONDS} s; ${largest.refreshed} or more after a refresh`,
  };
}

async function measureTwoPages(setting: Setting, prose: Prose): Promise<Row> {
  await load(setting.database, TWO_PAGES, prose);
  const { bytes, calls, records } = await wholeRead(setting.database);
  const list = Buffer.byteLength(records.join(','));
  return {
    what: `bytes that travel for a list of ${megabytes(list)} MB, against the list`,
    rounds: [bytes / list],
    digits: 2,
    before: '1.35',
    goal: { most: 1.2 },
    includes: `${calls} calls, two of which begin and end the transaction; the list escaped in the Data API's JSON`,
  };
}

async function measureFrozen(setting: Setting, { fewRounds }: Plan): Promise<Row> {
  const longest: number[] = [];
  while (longest.length < fewRounds) longest.push(await longestAnswerFrozen(setting));
  return {
    what: 'longest answer of a burst that meets a frozen PostgreSQL',
    rounds: longest,
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
      rounds: differencesOf(whole.ms, empty.ms),
      before: '138 to 192 ms',
      includes: `an empty handler takes ${medianOf(empty.ms).toFixed(0)} ms; read, check and compression of a list of ${TODAY}`,
    },
    {
      ...row,
      what: 'of that, loading the bundle',
      rounds: differencesOf(loaded.ms, empty.ms),
      before: 'half',
      includes: 'a handler that imports the bundle and does not use it',
    },
  ];
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
