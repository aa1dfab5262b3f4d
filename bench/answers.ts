/** What an answer costs: processor, time and bytes of one process, beside the same runtime with a constant, and other servers. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, constants, gzip } from 'node:zlib';

import { root } from '../bundling/esbuild.ts';
import { FRESH_SECONDS } from '../contract/http.ts';
import { functionVariables } from '../local/functions.ts';
import { LambdaFunction } from '../local/runtime/lambda-function.ts';
import { cpuMsOf, pinToOneCore } from './machine.ts';
import { FunctionProcess, type Setting, type Started } from './setting.ts';

/** A process that is asked for its list again and again. */
export interface Contender {
  readonly pid: number;
  readonly ask: () => Promise<unknown>;
  /** In each round. */
  readonly asks: number;
}

/** Of each round, for one answer. */
export interface Cost {
  readonly cpuMs: number[];
  readonly ms: number[];
}

export type Costs<Name extends string> = Readonly<Record<Name, Cost>>;

/** Asks all of them in turn, round after round: noise hits all alike. The first round warms them up and does not count. */
export async function race<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  rounds: number,
): Promise<Costs<Name>> {
  const all = Object.entries<Contender>(contenders).map(([name, contender]) => ({
    name,
    contender,
    cost: { cpuMs: [] as number[], ms: [] as number[] },
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const {
      contender: { pid, ask, asks },
      cost,
    } of all) {
      const cpuBefore = cpuMsOf(pid);
      const startedAt = performance.now();
      for (let asked = 0; asked < asks; asked += 1) await ask();
      if (round === 0) continue;
      cost.ms.push((performance.now() - startedAt) / asks);
      cost.cpuMs.push((cpuMsOf(pid) - cpuBefore) / asks);
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the contenders
  return Object.fromEntries(all.map(({ name, cost }) => [name, cost])) as Costs<Name>;
}

/** A list of one length, in bytes. */
export interface ListBytes {
  readonly list: number;
  /** With brotli, to the visitor who is the first to ask for it. */
  readonly first: number;
  /** With brotli, after a refresh. */
  readonly refreshed: number;
  readonly gzip: number;
}

/** The list that the database has, in two processes that have made a refresh: one answers from memory, one reads it each time. */
export interface ListProcesses {
  readonly memory: FunctionProcess;
  readonly miss: FunctionProcess;
  readonly list: Buffer;
  /** The answer with brotli after a refresh, as Lambda's JSON. */
  readonly br: string;
  readonly bytes: ListBytes;
}

export async function startProcesses(setting: Setting): Promise<ListProcesses> {
  const memory = await FunctionProcess.start(setting, FRESH_SECONDS);
  const first = bodyOf(await memory.get('br'));
  await memory.refresh();
  const br = await memory.get('br');
  const list = await promisify(brotliDecompress)(bodyOf(br));
  const miss = await FunctionProcess.start(setting, 0);
  const gzipped = await promisify(gzip)(list);
  const bytes = {
    list: list.length,
    first: first.length,
    refreshed: bodyOf(br).length,
    gzip: gzipped.length,
  };
  return { memory, miss, list, br, bytes };
}

export async function level11BytesOf(list: Buffer): Promise<number> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: list.length,
  };
  return (await promisify(brotliCompress)(list, { params })).length;
}

/** In milliseconds of this process, per answer: what an answer would cost more if the visitors' compression were made for each. */
export function cpuMsOfCompression(list: Buffer): number {
  const before = process.cpuUsage();
  brotliCompressSync(list, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: list.length,
    },
  });
  return process.cpuUsage(before).user / 1000;
}

export function bodyOf(answer: string): Buffer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function's own answer
  const { body, isBase64Encoded } = JSON.parse(answer) as {
    readonly body: string;
    readonly isBase64Encoded: boolean;
  };
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
}

/**
 * A function of the same runtime that always gives this answer.
 *
 * @param lines - lengths of lines that it writes for each answer.
 */
export async function startConstant(
  setting: Setting,
  name: string,
  answer: string,
  lines: readonly number[] = [],
): Promise<FunctionProcess> {
  const code = path.join(setting.folder, name);
  await mkdir(code);
  await writeFile(path.join(code, 'answer.json'), answer);
  await writeFile(
    path.join(code, 'index.mjs'),
    `import { readFileSync } from 'node:fs';
const answer = JSON.parse(readFileSync(new URL('answer.json', import.meta.url), 'utf8'));
const lines = ${JSON.stringify(lines.map((length) => `${'x'.repeat(length)}\n`))};
export const handler = async () => {
  for (const line of lines) process.stdout.write(line);
  return answer;
};
`,
  );
  return FunctionProcess.start(setting, 0, code);
}

export const peers = ['node:http', 'express', 'fastify'] as const;

export type Peer = (typeof peers)[number];

/** @param argument - the file that it answers with, or the URL of the database. */
export async function startPeer(
  started: Started,
  peer: Peer,
  argument: string,
): Promise<Omit<Contender, 'asks'>> {
  const child = spawn(process.execPath, [path.join(root, 'bench/peers.mjs'), peer, argument], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  started.add(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const printed = once(child.stdout, 'data').then(String);
  const url = await Promise.race([
    printed,
    ended.then(() => {
      throw new Error(`The server ${peer} did not start`);
    }),
  ]);
  const pid = child.pid ?? Number.NaN;
  pinToOneCore(pid);
  const agent = new http.Agent({ keepAlive: true });
  return { pid, ask: async () => getList(url.trim(), agent) };
}

/** The body of a 200 as it came. */
export async function getList(
  url: string,
  agent?: http.Agent,
): Promise<{ readonly source: string; readonly body: Buffer }> {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' };
    http.get(url, { headers, ...(agent && { agent }) }, resolve).once('error', reject);
  });
  const body = await buffer(answer);
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return { source: String(answer.headers['x-data-source']), body };
}

/** From the start of a process to its first answer, in milliseconds, each in turn. */
export interface ColdStarts {
  readonly empty: number[];
  /** Of a function that has loaded the bundle, and answers without it. */
  readonly loaded: number[];
  readonly whole: number[];
}

export async function coldStarts(setting: Setting, rounds: number): Promise<ColdStarts> {
  const { folder, service, started } = setting;
  const whole = path.join(folder, 'bundles/startups');
  const empty = await codeIn(folder, 'empty', '');
  const loaded = await codeIn(
    folder,
    'loaded',
    `import ${JSON.stringify(path.join(whole, 'index.mjs'))};\n`,
  );
  const times: ColdStarts = { empty: [], loaded: [], whole: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [code, samples] of [
      [empty, times.empty],
      [loaded, times.loaded],
      [whole, times.whole],
    ] as const) {
      const variables = functionVariables(service, 0);
      const cold = new LambdaFunction({ name: 'startups', folder: code, variables });
      started.add(async () => cold.close());
      const startedAt = performance.now();
      await cold.invoke({ headers: { 'accept-encoding': 'br' } });
      samples.push(performance.now() - startedAt);
      await cold.close();
    }
  }
  return times;
}

async function codeIn(folder: string, name: string, imports: string): Promise<string> {
  const code = path.join(folder, name);
  await mkdir(code);
  await writeFile(
    path.join(code, 'index.mjs'),
    `${imports}export const handler = async () => ({});\n`,
  );
  return code;
}
