/** What an answer costs: processor, time and bytes of one process, beside the same runtime with a constant, and other servers. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';

import { root } from '../bundling/esbuild.ts';
import { FRESH_SECONDS } from '../contract/http.ts';
import { functionVariables } from '../local/functions.ts';
import { Environment } from '../local/runtime/lambda-function.ts';
import { childrenOf, cpuMsOf, pinToOneCore } from './machine.ts';
import type { Setting, Started } from './setting.ts';

/** A process that is asked for its list again and again. */
export interface Contender {
  readonly pid: number;
  readonly ask: () => Promise<unknown>;
  /** How often in each round. */
  readonly asks: number;
  /** Of each round, for one answer. */
  readonly cpuMs: number[];
  readonly ms: number[];
}

export function contender(pid: number, ask: Contender['ask'], asks: number): Contender {
  return { pid, ask, asks, cpuMs: [], ms: [] };
}

/** Asks all of them in turn, round after round: noise hits all alike. The first round warms them up and does not count. */
export async function race(contenders: readonly Contender[], rounds: number): Promise<void> {
  for (let round = 0; round <= rounds; round += 1) {
    for (const { pid, ask, asks, cpuMs, ms } of contenders) {
      const cpuBefore = cpuMsOf(pid);
      const startedAt = performance.now();
      for (let asked = 0; asked < asks; asked += 1) await ask();
      if (round === 0) continue;
      ms.push((performance.now() - startedAt) / asks);
      cpuMs.push((cpuMsOf(pid) - cpuBefore) / asks);
    }
  }
}

/** One process of a function, past the gateway. */
export class FunctionProcess {
  readonly pid: number;
  readonly #environment: Environment;

  /** @param memorySeconds - how long it answers from memory. */
  static async start(
    { folder, service, started }: Setting,
    memorySeconds: number,
    code = path.join(folder, 'bundles/startups'),
  ): Promise<FunctionProcess> {
    const before = new Set(childrenOf(process.pid));
    const variables = functionVariables(service, memorySeconds);
    const environment = await Environment.start({ name: 'startups', folder: code, variables });
    started.add(async () => environment.end());
    const pid = childrenOf(process.pid).find((each) => !before.has(each)) ?? Number.NaN;
    pinToOneCore(pid);
    return new FunctionProcess(environment, pid);
  }

  private constructor(environment: Environment, pid: number) {
    this.#environment = environment;
    this.pid = pid;
  }

  /** @returns Lambda's answer, as JSON. */
  async get(coding: string): Promise<string> {
    const answer = await this.#environment.invoke({
      requestContext: { http: { method: 'GET' } },
      headers: { 'accept-encoding': coding },
    });
    if (!answer.startsWith('{"statusCode":200,'))
      throw new Error(`The function answered ${answer.slice(0, 300)}`);
    return answer;
  }

  async refresh(): Promise<void> {
    const refreshed = await this.#environment.invoke({ refresh: { acceptDrop: true } });
    if (refreshed.includes('"failure"'))
      throw new Error(`The refresh failed: ${refreshed.slice(0, 300)}`);
  }

  contender(coding: string, asks: number): Contender {
    return contender(this.pid, async () => this.get(coding), asks);
  }

  async end(): Promise<void> {
    await this.#environment.end();
  }
}

/** The list that the database has, in two processes that have made a refresh: one answers from memory, one reads it each time. */
export interface ListProcesses {
  readonly memory: FunctionProcess;
  readonly miss: FunctionProcess;
  readonly list: Buffer;
  /** The answer with brotli after a refresh, as Lambda's JSON. */
  readonly br: string;
  /** Of the list and of its codings; with brotli to the visitor who is the first to ask for it, and after a refresh. */
  readonly bytes: Readonly<Record<'list' | 'first' | 'refreshed' | 'gzip', number>>;
}

export async function startProcesses(setting: Setting): Promise<ListProcesses> {
  const memory = await FunctionProcess.start(setting, FRESH_SECONDS);
  const first = bodyOf(await memory.get('br')).length;
  await memory.refresh();
  const br = await memory.get('br');
  const list = brotliDecompressSync(bodyOf(br));
  const miss = await FunctionProcess.start(setting, 0);
  const refreshed = bodyOf(br).length;
  const bytes = { list: list.length, first, refreshed, gzip: gzipSync(list).length };
  return { memory, miss, list, br, bytes };
}

/** @param quality - from 0 to 11; visitors get 5, and a refresh makes 11. */
export function brotli(list: Buffer, quality: number): Buffer {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: list.length,
  };
  return brotliCompressSync(list, { params });
}

/** In milliseconds of this process: what an answer would cost more if the visitors' compression were made for each. */
export function cpuMsOfCompression(list: Buffer): number {
  const before = process.cpuUsage();
  brotli(list, 5);
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
  const written = lines.map((length) => `${'x'.repeat(length)}\n`);
  const code = `const answer = ${answer};
const lines = ${JSON.stringify(written)};
export const handler = async () => {
  for (const line of lines) process.stdout.write(line);
  return answer;
};
`;
  return FunctionProcess.start(setting, 0, await folderOf(setting, name, code));
}

/** @returns the folder of a function with this code. */
async function folderOf({ folder }: Setting, name: string, code: string): Promise<string> {
  const made = path.join(folder, name);
  await mkdir(made);
  await writeFile(path.join(made, 'index.mjs'), code);
  return made;
}

/** @param argument - the file that it answers with, or the URL of the database. */
export async function startPeer(
  started: Started,
  peer: 'node:http' | 'express' | 'fastify',
  argument: string,
  asks: number,
): Promise<Contender> {
  const child = spawn(process.execPath, [path.join(root, 'bench/peers.mjs'), peer, argument], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  started.add(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const [url] = await Promise.race([once(child.stdout, 'data'), ended.then(() => [undefined])]);
  if (url === undefined) throw new Error(`The server ${peer} did not start`);
  const pid = child.pid ?? Number.NaN;
  pinToOneCore(pid);
  const agent = new http.Agent({ keepAlive: true });
  return contender(pid, async () => getList(String(url).trim(), agent), asks);
}

/** The source of a 200, which is read to its end. */
export async function getList(url: string, agent?: http.Agent): Promise<string> {
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' };
    http.get(url, { headers, ...(agent && { agent }) }, resolve).once('error', reject);
  });
  await buffer(answer);
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return String(answer.headers['x-data-source']);
}

/** From the start of a process to its first answer, in milliseconds, each in turn. */
export async function coldStarts(setting: Setting, rounds: number) {
  const { folder, service, started } = setting;
  const whole = path.join(folder, 'bundles/startups');
  const handler = 'export const handler = async () => ({});\n';
  const bundle = JSON.stringify(path.join(whole, 'index.mjs'));
  const functions = {
    empty: { code: await folderOf(setting, 'empty', handler), ms: [] as number[] },
    /** Has loaded the bundle, and answers without it. */
    loaded: {
      code: await folderOf(setting, 'loaded', `import ${bundle};\n${handler}`),
      ms: [] as number[],
    },
    whole: { code: whole, ms: [] as number[] },
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const { code, ms } of Object.values(functions)) {
      const variables = functionVariables(service, 0);
      const startedAt = performance.now();
      const cold = await Environment.start({ name: 'startups', folder: code, variables });
      started.add(async () => cold.end());
      await cold.invoke({ headers: { 'accept-encoding': 'br' } });
      ms.push(performance.now() - startedAt);
      await cold.end();
    }
  }
  return functions;
}
