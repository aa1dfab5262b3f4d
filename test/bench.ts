/**
 * `npm run bench`: what an answer costs on this machine, as ratios in one run. Every contender is a process of its own that
 * runs the deployed bundle; all have their turn in each round, so that noise hits them alike. Prints a table.
 */

import { type ChildProcess, fork } from 'node:child_process';
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
import { openPglite } from '../local/pglite.ts';
import { openPostgres } from '../local/postgres.ts';
import {
  CLUSTER_ARN,
  DATABASE_NAME,
  functionVariables,
  READER_SECRET_ARN,
} from '../local/configured-functions.ts';
import { type Service, startService } from '../local/service.ts';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const USAGE = `npm run bench -- [--rounds 15] [--startups 120] [--rows 12000] [--database-url postgres://…]

Measures the bytes of a list against brotli's level 11, the CPU of an answer from memory against a constant of the same bytes,
the CPU of a miss, unchanged and with one row changed, and a read of many rows, with a quarter of them before. The database is PGlite, or an empty one of yours.`;

const { startups } = directories;

/** What a contender is told. */
interface Round {
  readonly answers: number;
  readonly event: object;
}

interface Cost {
  /** The processor time of one answer, of all threads, in milliseconds. */
  readonly cpuMs: number;
  readonly response: Partial<ListResponse>;
}

/** The other side of the fork: answers each round with its cost. The log, which Lambda would take, is thrown away. */
async function contend(bundle: string): Promise<void> {
  process.stdout.write = () => true;
  const { handler } = (await import(bundle)) as {
    handler: (event: object, context: object) => Promise<object>;
  };
  process.on('message', ({ answers, event }: Round) => {
    void (async () => {
      let response = '';
      const before = process.cpuUsage();
      for (let index = 0; index < answers; index += 1)
        response = JSON.stringify(await handler(event, {})); // as Lambda's runtime does
      const { user, system } = process.cpuUsage(before);
      process.send?.({
        cpuMs: (user + system) / 1000 / answers,
        response: JSON.parse(response) as object,
      });
    })();
  });
  process.send?.('ready');
}

class Contender {
  readonly costs: number[] = [];
  readonly answers: number;
  readonly #process: ChildProcess;
  readonly #event: object;

  static async start(
    service: Service,
    bundle: string,
    { memorySeconds = 0, coding = '', answers = 10 },
  ): Promise<Contender> {
    const urls = {
      service: service.url,
      dataApi: service.dataApi.url,
      objectStore: service.objectStore.url,
    };
    const variables = {
      ...functionVariables(urls, memorySeconds),
      [environment.directory]: startups.name,
    };
    const child = fork(import.meta.filename, [bundle], { env: { ...process.env, ...variables } });
    await once(child, 'message');
    return new Contender(child, answers, {
      requestContext: { http: { method: 'GET' } },
      headers: { 'accept-encoding': coding },
    });
  }

  private constructor(child: ChildProcess, answers: number, event: object) {
    this.#process = child;
    this.answers = answers;
    this.#event = event;
  }

  async ask(answers = this.answers, event = this.#event): Promise<Cost> {
    this.#process.send({ answers, event } satisfies Round);
    const [cost] = (await once(this.#process, 'message')) as [Cost];
    return cost;
  }

  end(): void {
    this.#process.kill();
  }
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

interface Line {
  readonly value: string;
  readonly 'beside it': string;
}

function line(value: number, unit: string, ratio: number, of: string): Line {
  return {
    value: `${value.toFixed(unit === 'ms' ? 2 : 0)} ${unit}`,
    'beside it': `${ratio.toFixed(2)} of ${of}`,
  };
}

/** The list with brotli: to the first visitor, and after a refresh. */
async function bytes(service: Service, bundle: string): Promise<Record<string, Line>> {
  const contender = await Contender.start(service, bundle, {
    memorySeconds: FRESH_SECONDS,
    coding: 'br',
  });
  const bodyOf = ({ response: { body = '' } }: Cost): Buffer => Buffer.from(body, 'base64');
  const first = bodyOf(await contender.ask(1));
  await contender.ask(1, { refresh: { acceptDrop: true } });
  const refreshed = bodyOf(await contender.ask(1));
  contender.end();
  const level11 = brotliCompressSync(brotliDecompressSync(first), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length;
  const beside = (sent: Buffer) => line(sent.length, 'bytes', sent.length / level11, 'level 11');
  return { 'br, first visitor': beside(first), 'br, after a refresh': beside(refreshed) };
}

/** A constant of the same bytes is what the runtime and the process cost by themselves. */
async function cpu(
  service: Service,
  bundle: string,
  rounds: number,
): Promise<Record<string, Line>> {
  const fromMemory = { memorySeconds: FRESH_SECONDS, answers: 500 };
  const constantOf = async (name: string, body: string): Promise<Contender> => {
    const file = path.join(path.dirname(bundle), `${name}.mjs`);
    const response = JSON.stringify({ statusCode: 200, headers: {}, body });
    await writeFile(
      file,
      `const response = ${response}; export const handler = async () => response;`,
    );
    return Contender.start(service, file, { answers: 500 });
  };
  const contenders: [name: string, of: string, contender: Contender][] = [];
  for (const coding of ['br', 'identity']) {
    const contender = await Contender.start(service, bundle, { ...fromMemory, coding });
    const { body = '' } = (await contender.ask(1)).response;
    const constant = `a constant, ${coding}`;
    contenders.push([constant, constant, await constantOf(constant, body)]);
    contenders.push([`from memory, ${coding}`, constant, contender]);
  }
  const unchanged = 'miss, unchanged list';
  const changed = 'miss, one row changed';
  contenders.push([unchanged, unchanged, await Contender.start(service, bundle, { coding: 'br' })]);
  const oneChanged = await Contender.start(service, bundle, { coding: 'br', answers: 1 });
  contenders.push([changed, unchanged, oneChanged]);
  for (const [, , each] of contenders) await each.ask(1); // reads, compresses
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, , each] of contenders) {
      if (name === changed) await changeOneRow(service, round);
      each.costs.push((await each.ask()).cpuMs);
    }
  }
  for (const [, , each] of contenders) each.end();
  const medians = new Map(contenders.map(([name, , { costs }]) => [name, median(costs)]));
  return Object.fromEntries(
    contenders.map(([name, of]) => {
      const costMs = medians.get(name) ?? Number.NaN;
      return [`CPU: ${name}`, line(costMs, 'ms', costMs / (medians.get(of) ?? Number.NaN), of)];
    }),
  );
}

async function changeOneRow({ database }: Service, round: number): Promise<void> {
  await database.runScript(
    `update portal.startups set blurb = 'Edition ${round}' where id = (select min(id::text)::uuid from portal.startups)`,
  );
}

/** Whole reads through the SDK and the local Data API. The rows are stored in the order in which they were inserted. */
async function reads(service: Service, rows: number): Promise<Record<string, Line>> {
  const client = new RDSDataClient({
    endpoint: service.dataApi.url,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
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
  return {
    [`read of ${rows} startups`]: line(wholeMs, 'ms', wholeMs / quarterMs, `a quarter of them`),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

if (process.send === undefined) await main();
else await contend(process.argv[2] ?? '');
