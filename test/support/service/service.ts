/** The whole service for a test: on free ports, with everything at hand that can go wrong. */

import path from 'node:path';

import { allDirectories, type DirectoryName } from '../../../contract/directories.ts';
import { onSession } from '../../../local/local-database.ts';
import { BUCKET } from '../../../local/configured-functions.ts';
import { type Service, startService } from '../../../local/service.ts';
import { type Answer, ask, type Question } from '../http/ask.ts';
import { openEmbedded, type TestDatabase, withReaderRole } from '../database/databases.ts';
import { FUNCTIONS, RUN_FOLDER_VARIABLE } from '../run/global-setup.ts';

interface TestServiceOptions {
  /** The embedded database where nothing else is asked for. */
  readonly open?: TestDatabase['open'];
  /** Each request asks the database by default. */
  readonly memorySeconds?: number;
  readonly startups?: number;
  readonly withJobs?: boolean;
  /** With a stand-in for CloudFront in front. */
  readonly edge?: boolean;
  /** Gives up a slow database or store as soon as the deployed service does. */
  readonly deployedLimits?: keyof typeof FUNCTIONS;
}

/** Longer than a start takes on a busy machine. */
export const START_LIMIT_MS = 300_000;

const ATTEMPTS = 5;

export class TestService {
  readonly logs: FunctionLogs;
  readonly #service: Service;

  static async start(options: TestServiceOptions = {}): Promise<TestService> {
    const { memorySeconds = 0, startups = 120, withJobs = true, edge = false } = options;
    const functions = FUNCTIONS[options.deployedLimits ?? 'none'];
    const testData = { startups, withJobs };
    const { open = openEmbedded } = options;
    return withReaderRole(async () => {
      const logs = new FunctionLogs();
      const service = await startService({
        port: 0,
        database: { open, testData },
        bundlesFolder: path.join(process.env[RUN_FOLDER_VARIABLE] ?? '', functions),
        isBundled: true,
        memorySeconds,
        edge,
        onLog: (text) => {
          logs.add(text);
        },
      });
      return new TestService(service, logs);
    });
  }

  private constructor(service: Service, logs: FunctionLogs) {
    this.#service = service;
    this.logs = logs;
  }

  get url(): string {
    return this.#service.url;
  }

  get stage(): Service['stage'] {
    return this.#service.stage;
  }

  /** Turns one of the service's switches. */
  async turn(method: 'POST' | 'DELETE', route: string): Promise<void> {
    const { status } = await this.ask(`/_local/${route}`, { method });
    if (status !== 200) throw new Error(`${method} ${route} is not a switch`);
  }

  get dataApi(): Service['dataApi'] {
    return this.#service.dataApi;
  }

  get objectStore(): Service['objectStore'] {
    return this.#service.objectStore;
  }

  async ask(path_: string, question?: Question): Promise<Answer> {
    return ask(`${this.url}${path_}`, question);
  }

  async get(directory: DirectoryName, headers: Question['headers'] = {}): Promise<Answer> {
    return this.ask(`/v1/${directory}`, { headers });
  }

  /** All three at once. */
  async getAll(): Promise<readonly Answer[]> {
    return Promise.all(allDirectories.map(async ({ name }) => this.get(name)));
  }

  /**
   * A list whose copy is in the store, and which its process remembers. The copy has a second to be written, which a busy
   * machine may not have: the next read tries again.
   */
  async getKept(directory: DirectoryName, headers: Question['headers'] = {}): Promise<Answer> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const answer = await this.get(directory, headers);
      const { headers: kept } = await ask(this.#copyUrl(directory));
      const keptAt = kept['x-amz-meta-cached-at'];
      if (keptAt !== undefined && keptAt === answer.headers['x-cached-at']) return answer;
      this.endEnvironments(directory); // their memory asks nobody
      this.#service.edge?.invalidate();
    }
    throw new Error(`No copy was kept in ${ATTEMPTS} attempts`);
  }

  async getAllKept(): Promise<readonly Answer[]> {
    return Promise.all(allDirectories.map(async ({ name }) => this.getKept(name)));
  }

  /** Past the gateway: the function gets any event. */
  async invoke(name: DirectoryName, event: unknown): Promise<unknown> {
    const lambdaFunction = this.#service.functions.get(name);
    return JSON.parse((await lambdaFunction?.invoke(event)) ?? '');
  }

  /** Changes some of the functions' variables; their processes start anew. */
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

  /** The rows of a statement, as PostgreSQL writes them. */
  async rows(sql: string): Promise<readonly (readonly (string | null)[])[]> {
    return onSession(this.#service.database, async (session) => (await session.query(sql)).rows);
  }

  /** The next request, or the next one for this list, meets a process that knows nothing. */
  endEnvironments(directory?: DirectoryName): void {
    for (const [name, lambdaFunction] of this.#service.functions) {
      if (directory === undefined || name === directory) lambdaFunction.endEnvironments();
    }
  }

  async deleteCopy(directory: DirectoryName): Promise<void> {
    await ask(this.#copyUrl(directory), { method: 'DELETE' });
  }

  /** Changes one byte of a last-good copy, and nothing of its metadata. */
  async corruptCopy(directory: DirectoryName): Promise<void> {
    const stored = await fetch(this.#copyUrl(directory));
    const bytes = Buffer.from(await stored.arrayBuffer());
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 5) ^ 1, bytes.length - 5);
    const metadata = [...stored.headers].filter(([name]) => name.startsWith('x-amz-meta-'));
    await fetch(this.#copyUrl(directory), { method: 'PUT', headers: metadata, body: bytes });
  }

  /** Everything healthy, no copy, and nothing logged yet. The data and what the processes remember stay. */
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
  readonly message?: string;
  /** Name of the directory. */
  readonly service?: string;
  readonly status?: number;
  readonly source?: string;
  readonly fromMemory?: boolean;
  readonly milliseconds?: number;
  readonly failures?: readonly {
    readonly kind: string;
    readonly name: string;
    readonly reason: string;
  }[];
  readonly leftOut?: readonly { readonly id: string; readonly field: string }[];
  readonly copyWrite?: string;
}

/** What the functions of a service wrote. */
class FunctionLogs {
  #text = '';

  add(text: string): void {
    this.#text += text;
  }

  get text(): string {
    return this.#text;
  }

  clear(): void {
    this.#text = '';
  }

  /** One line an answer. A function writes it before it answers. */
  get answers(): readonly LogLine[] {
    return this.#text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)
      .filter(({ message }) => message === 'answered');
  }

  get last(): LogLine | undefined {
    return this.answers.at(-1);
  }
}
