/**
 * Measures the time and the size of answers on this machine (`npm run bench`). Each result is compared with a baseline of the
 * same run. A contender is a process that runs the deployed bundle or returns a constant answer. Each round runs all
 * contenders, so that other load on the machine affects all CPU times equally.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

import { RDSDataClient } from '@aws-sdk/client-rds-data';

import { directories } from '../contract/directories.ts';
import { FRESH_SECONDS } from '../contract/http.ts';
import { environment } from '../contract/names.ts';
import { dataApi } from '../lambda/aws/data-api.ts';
import { readRows } from '../lambda/directory/read.ts';
import type { ListResponse } from '../lambda/directory/response.ts';
import { bundleLocal } from '../lib/bundle.ts';
import { openPglite, openPostgres } from '../local/local-database.ts';
import {
  CLUSTER_ARN,
  DATABASE_NAME,
  functionVariables,
  READER_SECRET_ARN,
} from '../local/configured-functions.ts';
import { type Service, startService } from '../local/service.ts';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const USAGE = `npm run bench -- [--rounds 15] [--startups 120] [--rows 12000] [--database-url postgres://…]

Measures
- the compressed size of a list, compared with brotli level 11
- the CPU time of an answer from memory, compared with a constant answer of the same size
- the CPU time of a cache miss with one changed row, compared with an unchanged list
- the time to read many rows, compared with the time to read a quarter of the rows

The database is PGlite by default. --database-url must name an empty database.`;

const { startups } = directories;

/** The work of a contender in one round. */
interface Round {
  readonly answers: number;
  readonly event: object;
}

interface Cost {
  /** CPU time that one answer takes, in all threads together. */
  readonly cpuMs: number;
  readonly response: Partial<ListResponse>;
}

/** Runs in the process of a contender. Replies to each round with its cost. Discards the log, which Lambda would store. */
async function contend(bundle: string): Promise<void> {
  process.stdout.write = () => true;
  const { handler } = (await import(bundle)) as {
    handler: (event: object, context: object) => Promise<object>;
  };
  const measure = async ({ answers, event }: Round): Promise<Cost> => {
    let response = '';
    const before = process.cpuUsage();
    for (let index = 0; index < answers; index += 1)
      response = JSON.stringify(await handler(event, {})); // Lambda's runtime also converts each response to JSON
    const { user, system } = process.cpuUsage(before);
    return { cpuMs: (user + system) / 1000 / answers, response: JSON.parse(response) as object };
  };
  process.on('message', (round: Round) => {
    void measure(round).then((cost) => process.send?.(cost));
  });
  process.send?.('ready');
}

interface Contender {
  readonly ask: (answers?: number, event?: object) => Promise<Cost>;
  readonly end: () => void;
}

async function startContender(
  { stage }: Service,
  bundle: string,
  { memorySeconds = 0, coding = '', answers = 10 },
): Promise<Contender> {
  const variables = functionVariables(stage, memorySeconds);
  const env = { ...process.env, ...variables, [environment.directory]: startups.name };
  const child = fork(import.meta.filename, [bundle], { env });
  await once(child, 'message');
  const request = {
    requestContext: { http: { method: 'GET' } },
    headers: { 'accept-encoding': coding },
  };
  return {
    async ask(count = answers, event = request) {
      child.send({ answers: count, event } satisfies Round);
      const [cost] = (await once(child, 'message')) as [Cost];
      return cost;
    },
    end: () => child.kill(),
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '15' },
      startups: { type: 'string', default: '120' },
      rows: { type: 'string', default: '12000' },
      'database-url': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'directory-bench-'));
  const url = values['database-url'];
  const service = await startService({
    port: 0,
    database: {
      open: async () => (url === undefined ? openPglite() : openPostgres(url)),
      testData: { startups: Number(values.startups), withJobs: true },
    },
    bundlesFolder: folder,
    bundle: bundleLocal,
    memorySeconds: 0,
  });
  try {
    const bundle = path.join(folder, 'directory/index.mjs');
    console.table({
      ...(await bytes(service, bundle)),
      ...(await cpu(service, bundle, Number(values.rounds))),
      ...(await reads(service, Number(values.rows))),
    });
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type Lines = Readonly<Record<string, ReturnType<typeof line>>>;

function line(value: string, ratio: number, of: string) {
  return { value, compared: `${ratio.toFixed(2)} times ${of}` };
}

/** Measures the size of the list after brotli compression, at the level for a visitor and at the higher level of a refresh. */
async function bytes(service: Service, bundle: string): Promise<Lines> {
  const settings = { memorySeconds: FRESH_SECONDS, coding: 'br' };
  const contender = await startContender(service, bundle, settings);
  const bodyOf = ({ response: { body = '' } }: Cost): Buffer => Buffer.from(body, 'base64');
  const first = bodyOf(await contender.ask(1));
  await contender.ask(1, { refresh: { acceptDrop: true } });
  const refreshed = bodyOf(await contender.ask(1));
  contender.end();
  const level11 = brotliCompressSync(brotliDecompressSync(first), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;
  const of = ({ length }: Buffer) => line(`${length} bytes`, length / level11, 'size at level 11');
  return { 'br, first visitor': of(first), 'br, after a refresh': of(refreshed) };
}

/** Measures the CPU time of answers. The constant answers show how much of this time the runtime and the process need. */
async function cpu(service: Service, bundle: string, rounds: number): Promise<Lines> {
  const contenders: { name: string; of: string; contender: Contender; costs: number[] }[] = [];
  const add = async (
    name: string,
    of: string,
    file: string,
    options: object,
  ): Promise<Contender> => {
    const contender = await startContender(service, file, options);
    contenders.push({ name, of, contender, costs: [] });
    return contender;
  };
  for (const coding of ['br', 'identity']) {
    const constant = `a constant, ${coding}`;
    const options = { memorySeconds: FRESH_SECONDS, answers: 500, coding };
    const contender = await add(`from memory, ${coding}`, constant, bundle, options);
    const { body = '' } = (await contender.ask(1)).response;
    const file = path.join(path.dirname(bundle), `${constant}.mjs`);
    const response = JSON.stringify({ statusCode: 200, headers: {}, body });
    await writeFile(file, `export const handler = async () => (${response});`);
    await add(constant, constant, file, { answers: 500 });
  }
  const unchanged = 'miss, unchanged list';
  const changed = 'miss, one row changed';
  await add(unchanged, unchanged, bundle, { coding: 'br' });
  await add(changed, unchanged, bundle, { coding: 'br', answers: 1 });
  for (const { contender } of contenders) await contender.ask(1); // not measured, because the first answer compresses the list
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, contender, costs } of contenders) {
      if (name === changed) await changeOneRow(service, round);
      costs.push((await contender.ask()).cpuMs);
    }
  }
  for (const { contender } of contenders) contender.end();
  const medians = new Map(contenders.map(({ name, costs }) => [name, median(costs)]));
  const lines = contenders.map(({ name, of, costs }) => {
    const costMs = median(costs);
    const ratio = costMs / (medians.get(of) ?? Number.NaN);
    return [`CPU: ${name}`, line(`${costMs.toFixed(2)} ms`, ratio, of)] as const;
  });
  return Object.fromEntries(lines);
}

async function changeOneRow({ database }: Service, round: number): Promise<void> {
  await database.runScript(
    `update portal.startups set blurb = 'Edition ${round}' where id = (select min(id::text)::uuid from portal.startups)`,
  );
}

/** Measures how long it takes to read all rows through the SDK and the local Data API. */
async function reads(service: Service, rows: number): Promise<Lines> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const endpoint = service.dataApi.url;
  const client = new RDSDataClient({ endpoint, region: 'eu-west-1', credentials });
  const address = {
    resourceArn: CLUSTER_ARN,
    secretArn: READER_SECRET_ARN,
    database: DATABASE_NAME,
  };
  const measure = async (): Promise<number> => {
    const times: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const startedAt = performance.now();
      await readRows(dataApi(client, address), startups, AbortSignal.timeout(120_000));
      times.push(performance.now() - startedAt);
    }
    return median(times);
  };
  const load = async (count: number): Promise<unknown> =>
    service.database.runScript(`select portal.load_test_data(${count}, true)`);
  await load(rows / 4);
  const quarterMs = await measure();
  await load(rows);
  const wholeMs = await measure();
  client.destroy();
  const whole = line(`${wholeMs.toFixed(2)} ms`, wholeMs / quarterMs, 'the time for a quarter');
  return { [`read of ${rows} startups`]: whole };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

if (process.send === undefined) await main();
else await contend(process.argv[2] ?? '');
