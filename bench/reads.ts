/** What a read of the database costs, in what order the rows are stored, and what visitors notice while the database is frozen. */

import { setTimeout as pause } from 'node:timers/promises';

import { RDSDataClient } from '@aws-sdk/client-rds-data';

import { dataApi } from '../lambda/aws/data-api.ts';
import { directories } from '../contract/directories.ts';
import { readRecords } from '../lambda/directory/read.ts';
import { startDataApi } from '../local/data-api/start-data-api.ts';
import { CLUSTER_ARN, DATABASE_NAME, READER_SECRET_ARN } from '../local/functions.ts';
import { getList } from './answers.ts';
import { MEMORY_SECONDS, READER, type Setting, type TimedDatabase } from './setting.ts';

const LIMIT_MS = 120_000;

const startups = directories.startups;

/** Reads the whole list as the function does: with the SDK, from the Data API. */
export async function wholeRead({ database, pageMs }: TimedDatabase) {
  const bytes: number[] = [];
  const endpoint = await startDataApi({
    database,
    clusterArn: CLUSTER_ARN,
    databaseName: DATABASE_NAME,
    secrets: { [READER_SECRET_ARN]: READER },
    onCall: (call) => bytes.push(call.bytes),
  });
  const client = new RDSDataClient({
    endpoint: endpoint.url,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  let ms = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      const startedAt = performance.now();
      const answer = await next(args);
      ms += performance.now() - startedAt;
      return answer;
    },
    { step: 'initialize' },
  );
  const address = {
    resourceArn: CLUSTER_ARN,
    secretArn: READER_SECRET_ARN,
    database: DATABASE_NAME,
  };
  pageMs.splice(0);
  try {
    const timeout = AbortSignal.timeout(LIMIT_MS);
    const records = await readRecords(dataApi(client, address), startups, timeout);
    return {
      /** Of all calls together. */
      ms,
      /** Of each page's statement, as the database's client sees it. */
      pageMs: [...pageMs],
      /** Of the Data API, those that begin and end the transaction too. */
      calls: bytes.length,
      bytes: bytes.reduce((sum, each) => sum + each, 0),
      /** As JSON. */
      records: records.map((record) => JSON.stringify(record)),
    };
  } finally {
    client.destroy();
    await endpoint.close();
  }
}

const BURST = 40;

/** Long enough for every process to forget. */
const FORGET_MS = MEMORY_SECONDS * 1000 + 500;

/** The longest answer of a burst that meets a frozen PostgreSQL, in milliseconds; there is a copy, and nobody is in memory. */
export async function longestAnswerFrozen({ service, postgres }: Setting): Promise<number> {
  const burst = async () => Promise.all(Array.from({ length: BURST }, () => timed(service.url)));
  await burst(); // starts as many processes as there may be
  await pause(FORGET_MS);
  await postgres.freeze();
  try {
    return Math.max(...(await burst()).map(({ ms }) => ms));
  } finally {
    await postgres.resume();
    await pause(FORGET_MS);
  }
}

export interface TimedAnswer {
  /** When it was asked for, in seconds since the first. */
  readonly second: number;
  readonly ms: number;
  readonly source: string;
}

const INTERVAL_MS = 50;

/** When PostgreSQL freezes and goes on, in seconds. */
export const outage = { from: 4, to: 11, end: 16 } as const;

/** Answers to requests at a steady rate, before, while and after PostgreSQL is frozen. */
export async function answersAroundOutage(
  { service, postgres }: Setting,
  signal: AbortSignal,
): Promise<readonly TimedAnswer[]> {
  await timed(service.url);
  await pause(FORGET_MS);
  const asked: Promise<TimedAnswer>[] = [];
  const startedAt = performance.now();
  const elapsedMs = (): number => performance.now() - startedAt;
  let isFrozen = false;
  try {
    for (let due = 0; due < outage.end * 1000; due += INTERVAL_MS) {
      await pause(Math.max(0, due - elapsedMs()), undefined, { signal });
      const second = elapsedMs() / 1000;
      const mustBeFrozen = second >= outage.from && second < outage.to;
      if (mustBeFrozen && !isFrozen) await postgres.freeze();
      if (!mustBeFrozen && isFrozen) await postgres.resume();
      isFrozen = mustBeFrozen;
      asked.push(timed(service.url).then((answer) => ({ second, ...answer })));
    }
    return await Promise.all(asked);
  } finally {
    await postgres.resume();
    await Promise.allSettled(asked);
  }
}

async function timed(url: string): Promise<Omit<TimedAnswer, 'second'>> {
  const startedAt = performance.now();
  const source = await getList(`${url}${startups.path}`);
  return { ms: performance.now() - startedAt, source };
}
