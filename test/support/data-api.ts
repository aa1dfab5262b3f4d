/** A local database with a local Data API in front of it. A test can set up the database as a deployment does. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

import { dataApi } from '../../lambda/aws/data-api.ts';
import { retry } from '../../lambda/aws/clock.ts';
import { whyAgain } from '../../lambda/aws/errors.ts';
import { databaseStep } from '../../lambda/deploy/set-up-database.ts';
import { migrationFiles } from '../../lambda/deploy/set-up.ts';
import { type Secrets, startDataApi } from '../../local/data-api.ts';
import { startServer } from '../../local/http-server.ts';
import { type LocalDatabase, onSession, type Text } from '../../local/local-database.ts';
import type { StandIn } from '../../local/stand-in.ts';
import { skippingClock } from './clocks.ts';

export const sqlFolder = path.join(import.meta.dirname, '../../db');

export const cluster = {
  clusterArn: 'arn:aws:rds:eu-west-1:123456789012:cluster:local',
  databaseName: 'portal',
};
const secretNamed = (name: string) =>
  `arn:aws:secretsmanager:eu-west-1:123456789012:secret:${name}`;
export const ownerSecret = secretNamed('owner-AbCdEf');
export const readerSecret = secretNamed('reader-AbCdEf');
const writerSecret = secretNamed('writer-AbCdEf');

export const ownerAddress = {
  resourceArn: cluster.clusterArn,
  secretArn: ownerSecret,
  database: cluster.databaseName,
};

/** Properties that CloudFormation passes to the database step. */
const stepProperties = {
  ClusterArn: cluster.clusterArn,
  OwnerSecretArn: ownerSecret,
  ReaderSecretArn: readerSecret,
  WriterSecretArn: writerSecret,
  DatabaseName: cluster.databaseName,
  ContentHash: 'abc',
};

/** Password in the secrets of the reader and the writer, unless a test changes it. */
export const PASSWORD = 'correct horse battery staple';

/** Returns the roles for the owner's secret and the reader's secret. Default: the role that opened the database. */
export function secretsOf(readerRole?: string, ownerRole?: string): Secrets {
  return { [ownerSecret]: ownerRole, [readerSecret]: readerRole };
}

export class LocalSetUp {
  readonly database: LocalDatabase;
  readonly api: StandIn;
  readonly secrets: SecretsManager;
  /** Logged lines. */
  readonly lines: string[] = [];
  /** Pauses between retries, in milliseconds. */
  readonly pauses: number[] = [];
  /** Names of the Data API operations that were called. */
  readonly operations: string[] = [];
  readonly dependencies;
  /** Called in each pause. */
  onPause: () => Promise<void> = async () => {};

  private constructor(database: LocalDatabase, api: StandIn, secrets: SecretsManager) {
    this.database = database;
    this.api = api;
    this.secrets = secrets;
    this.dependencies = {
      rdsData: new RDSDataClient({ endpoint: api.url, maxAttempts: 1 }),
      secrets: new SecretsManagerClient({ endpoint: secrets.url, maxAttempts: 1 }),
      signal: new AbortController().signal,
      log: (line: string) => this.lines.push(line),
      clock: skippingClock(async (milliseconds) => {
        this.pauses.push(milliseconds);
        await this.onPause();
      }),
    };
    this.dependencies.rdsData.middlewareStack.add((next, { commandName = '' }) => async (args) => {
      this.operations.push(commandName.replace(/Command$/u, ''));
      return next(args);
    });
  }

  /** @param ownerRole - role for the owner's secret. Default: the role that opened the database. */
  static async open(open: () => Promise<LocalDatabase>, ownerRole?: string): Promise<LocalSetUp> {
    const database = await open();
    const api = await startDataApi(database, secretsOf('directory_reader', ownerRole));
    const setUp = new LocalSetUp(database, api, await startSecretsManager());
    setUp.holdPassword();
    return setUp;
  }

  /** Puts the original password into the reader's and the writer's secrets. */
  holdPassword(): void {
    const secretOf = (username: string) => JSON.stringify({ username, password: PASSWORD });
    this.secrets.secrets.set(readerSecret, secretOf('directory_reader'));
    this.secrets.secrets.set(writerSecret, secretOf('portal_writer'));
  }

  /** Clears the lines, pauses and operations. */
  forget(): void {
    for (const each of [this.lines, this.pauses, this.operations]) each.length = 0;
  }

  /** Runs the database step of a deployment. */
  async setUp(given: Readonly<Record<string, unknown>> = {}, folder = sqlFolder): Promise<void> {
    const { rdsData, secrets, signal } = this.dependencies;
    const step = databaseStep(folder, rdsData, secrets);
    const properties = { ...stepProperties, ...given };
    await retry(async () => step(properties, signal), whyAgain, this.dependencies);
  }

  /** Runs a statement, and returns the first value of the first row in its result. */
  async value(sql: string): Promise<Text | undefined> {
    return onSession(this.database, async (session) => (await session.query(sql)).rows[0]?.[0]);
  }

  async close(): Promise<void> {
    this.dependencies.rdsData.destroy();
    this.dependencies.secrets.destroy();
    await this.api.close();
    await this.secrets.close();
    await this.database.close();
  }
}

export type ThroughDataApi = Awaited<ReturnType<typeof throughDataApi>>;

/**
 * Opens a database with a local Data API. The result contains two ways to query the database. `local` queries it directly.
 * `database` uses the Data API through the same code as the Lambda functions, but with the owner's secret.
 */
export async function throughDataApi(open: () => Promise<LocalDatabase>) {
  const setUp = await LocalSetUp.open(open);
  const { database: local, dependencies, operations } = setUp;
  const database = dataApi(dependencies.rdsData, ownerAddress);
  return { local, database, operations, close: async () => setUp.close() };
}

/** Returns the contents of files in `db/`. */
export function textsOf(files: readonly string[]): readonly string[] {
  return files.map((file) => readFileSync(path.join(sqlFolder, file), 'utf8'));
}

/** Creates only the portal's tables, without the views. */
export async function makePortalTables(database: LocalDatabase): Promise<void> {
  const migrations = textsOf(migrationFiles(sqlFolder)).join('\n');
  await database.runScript(`CREATE SCHEMA portal; ${migrations}`);
}

interface SecretsManager {
  readonly url: string;
  /** Secrets by ARN. A test can change them. */
  readonly secrets: Map<string, string>;
  readonly close: () => Promise<void>;
}

/** Starts a stand-in for Secrets Manager on 127.0.0.1, which supports only `GetSecretValue` (AWS JSON 1.1). */
async function startSecretsManager(): Promise<SecretsManager> {
  const secrets = new Map<string, string>();
  const server = await startServer(async ({ headers, body }) => {
    expect(headers['x-amz-target']).toBe('secretsmanager.GetSecretValue');
    const { SecretId } = JSON.parse(body.toString()) as { readonly SecretId: string };
    const SecretString = secrets.get(SecretId);
    const found = { ARN: SecretId, SecretString };
    const notFound = { __type: 'ResourceNotFoundException', Message: `There is no ${SecretId}` };
    return {
      statusCode: SecretString === undefined ? 400 : 200,
      headers: { 'content-type': 'application/x-amz-json-1.1' },
      body: JSON.stringify(SecretString === undefined ? notFound : found),
    };
  });
  return { url: server.url, secrets, close: async () => server.close() };
}
