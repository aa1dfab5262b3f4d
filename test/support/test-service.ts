/** Starts the whole service for a test, on free ports, with a switch for each fault. */

import path from 'node:path';

import { allDirectories, type DirectoryName } from '../../contract/directories.ts';
import { onSession } from '../../local/local-database.ts';
import { BUCKET } from '../../local/configured-functions.ts';
import { type Service, startService } from '../../local/service.ts';
import { type Answer, ask, type Question } from './ask.ts';
import { openEmbedded, type TestDatabase, withReaderRole } from './databases.ts';
import type { DeployedLimits } from './global-setup.ts';
import { runFolder } from './run-folder.ts';

interface TestServiceOptions {
  /** Default: the embedded database. */
  readonly open?: TestDatabase['open'];
  /** Default: does nothing, because the global set-up has built the bundles. */
  readonly bundle?: () => Promise<void>;
  /** How long a process reuses its last answer. Default: 0, so that each request reads the database. */
  readonly memorySeconds?: number;
  readonly startups?: number;
  /** Whether to start the stand-in for CloudFront. */
  readonly edge?: boolean;
  /** Which timeouts are as short as in the deployed service. The others are long. Default: `none`, so all are long. */
  readonly deployedLimits?: DeployedLimits;
}

const ATTEMPTS = 5;

export class TestService {
  readonly url: string;
  readonly stage: Service['stage'];
  readonly dataApi: Service['dataApi'];
  readonly objectStore: Service['objectStore'];
  readonly logs: FunctionLogs;
  readonly #service: Service;

  static async start(options: TestServiceOptions = {}): Promise<TestService> {
    const { open = openEmbedded, bundle = async () => {}, memorySeconds = 0 } = options;
    const { startups = 120, deployedLimits = 'none', edge = false } = options;
    const logs = new FunctionLogs();
    const start = async () =>
      startService({
        port: 0,
        database: { open, testData: { startups, withJobs: true } },
        bundlesFolder: path.join(runFolder(), `functions-${deployedLimits}`),
        bundle,
        memorySeconds,
        edge,
        onLog: (text) => {
          logs.text += text;
        },
      });
    return new TestService(await withReaderRole(start), logs);
  }

  private constructor(service: Service, logs: FunctionLogs) {
    this.url = service.url;
    this.stage = service.stage;
    this.dataApi = service.dataApi;
    this.objectStore = service.objectStore;
    this.logs = logs;
    this.#service = service;
  }

  /** Uses a switch of the local service, for example `database/down`. */
  async turn(method: 'POST' | 'DELETE', route: string): Promise<void> {
    const { status } = await this.ask(`/_local/${route}`, { method });
    if (status !== 200) throw new Error(`${method} ${route} is not a switch`);
  }

  async ask(path_: string, question?: Question): Promise<Answer> {
    return ask(`${this.url}${path_}`, question);
  }

  async get(directory: DirectoryName, headers: Question['headers'] = {}): Promise<Answer> {
    return this.ask(`/v1/${directory}`, { headers });
  }

  /** Requests the three lists at once. */
  async getAll(): Promise<readonly Answer[]> {
    return Promise.all(allDirectories.map(async ({ name }) => this.get(name)));
  }

  /** Requests a list, up to five times, until its copy is in the store. On a busy machine, the write can time out. */
  async getKept(directory: DirectoryName, headers: Question['headers'] = {}): Promise<Answer> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const answer = await this.get(directory, headers);
      const { headers: kept } = await ask(this.#copyUrl(directory));
      const keptAt = kept['x-amz-meta-cached-at'];
      if (keptAt !== undefined && keptAt === answer.headers['x-cached-at']) return answer;
      this.endEnvironments(directory); // an answer from memory does not write a copy
      this.#service.edge?.invalidate();
    }
    throw new Error(`No copy was kept in ${ATTEMPTS} attempts`);
  }

  async getAllKept(): Promise<readonly Answer[]> {
    return Promise.all(allDirectories.map(async ({ name }) => this.getKept(name)));
  }

  /** Invokes a function directly, without the gateway. */
  async invoke(name: DirectoryName, event: unknown): Promise<unknown> {
    return this.#service.functions.get(name)?.invoke(event);
  }

  /** Changes environment variables of the functions, and restarts their processes. */
  configure(variables: Readonly<Record<string, string>>): void {
    for (const { settings } of this.#service.functions.values()) {
      Object.assign(settings.variables, variables);
    }
    this.endEnvironments();
  }

  /** Runs statements as the owner of the database. */
  async run(sql: string): Promise<void> {
    await this.#service.database.runScript(sql);
  }

  /** Returns the rows of a statement. The values are text, as PostgreSQL formats them. */
  async rows(sql: string): Promise<readonly (readonly (string | null)[])[]> {
    return onSession(this.#service.database, async (session) => (await session.query(sql)).rows);
  }

  /** Ends the processes of all functions, or of one function. This clears their memory. */
  endEnvironments(directory?: DirectoryName): void {
    for (const [name, lambdaFunction] of this.#service.functions) {
      if (directory === undefined || name === directory) lambdaFunction.endEnvironments();
    }
  }

  async deleteCopy(directory: DirectoryName): Promise<void> {
    await ask(this.#copyUrl(directory), { method: 'DELETE' });
  }

  /** Changes a byte of a last-good copy, but not its metadata. */
  async corruptCopy(directory: DirectoryName): Promise<void> {
    const stored = await fetch(this.#copyUrl(directory));
    const bytes = Buffer.from(await stored.arrayBuffer());
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 5) ^ 1, bytes.length - 5);
    const metadata = [...stored.headers].filter(([name]) => name.startsWith('x-amz-meta-'));
    await fetch(this.#copyUrl(directory), { method: 'PUT', headers: metadata, body: bytes });
  }

  /**
   * Ends the faults of the database and the store, deletes the copies, and clears the log. Keeps the rows in the database and
   * the memory of the processes.
   */
  async heal(): Promise<void> {
    this.dataApi.faults.set('up');
    this.objectStore.faults.set('up');
    for (const { name } of allDirectories) await this.deleteCopy(name);
    this.logs.clear();
  }

  async close(): Promise<void> {
    await this.#service.close();
  }

  #copyUrl(directory: DirectoryName): string {
    return `${this.objectStore.url}/${BUCKET}/v1/${directory}`;
  }
}

interface LogLine {
  readonly level?: string;
  /** Name of the directory. */
  readonly service?: string;
  readonly milliseconds?: number;
  readonly failures?: readonly { readonly name: string; readonly reason: string }[];
}

/** The log of a service's functions. */
class FunctionLogs {
  text = '';

  clear(): void {
    this.text = '';
  }

  /** The log line of each answer. A function writes the line before it sends the answer. */
  get answers(): readonly LogLine[] {
    const lines = this.text.split('\n').filter((line) => line.includes('"message":"answered"'));
    return lines.map((line) => JSON.parse(line) as LogLine);
  }

  get last(): LogLine | undefined {
    return this.answers.at(-1);
  }
}
