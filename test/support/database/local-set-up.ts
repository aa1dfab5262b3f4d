/** Everything that sets up a database, at endpoints of this machine: a cluster, its secrets and a time of its own. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

import { retry, type RetryOptions, whyAgain } from '../../../lambda/aws/retry.ts';
import { databaseStep } from '../../../lambda/deploy/set-up-database.ts';
import { migrationFiles } from '../../../lambda/deploy/set-up.ts';
import { skippingClock } from '../time/skipping-clock.ts';
import { startDataApi } from '../../../local/data-api.ts';
import type { StandIn } from '../../../local/stand-in.ts';
import { startServer } from '../../../local/http-server.ts';
import { type LocalDatabase, onSession, type Text } from '../../../local/local-database.ts';
import {
  cluster,
  operationsOf,
  ownerSecret,
  readerSecret,
  writerSecret,
} from './data-api-client.ts';

export const sqlFolder = path.join(import.meta.dirname, '../../../db');

/** What CloudFormation gives the step that sets the database up. */
const stepProperties = {
  ClusterArn: cluster.clusterArn,
  OwnerSecretArn: ownerSecret,
  ReaderSecretArn: readerSecret,
  WriterSecretArn: writerSecret,
  DatabaseName: cluster.databaseName,
  ContentHash: 'abc',
};

export const ownerAddress = {
  resourceArn: cluster.clusterArn,
  secretArn: ownerSecret,
  database: cluster.databaseName,
};

/** The password in the reader's secret, unless a test puts another one there. */
export const PASSWORD = 'correct horse battery staple';

const Asked = v.pipe(v.string(), v.parseJson(), v.object({ SecretId: v.string() }));

const notFound = {
  __type: 'ResourceNotFoundException',
  Message: "Secrets Manager can't find the specified secret.",
};

interface SetUpDependencies extends RetryOptions {
  readonly rdsData: RDSDataClient;
  readonly secrets: SecretsManagerClient;
}

interface SecretsManager {
  readonly url: string;
  /** What it holds by ARN; a test may change it. */
  readonly secrets: Map<string, string>;
  close(): Promise<void>;
}

export class LocalSetUp {
  readonly database: LocalDatabase;
  readonly api: StandIn;
  readonly secrets: SecretsManager;
  /** What was logged, line by line. */
  readonly lines: string[] = [];
  /** The pauses in which it waited, in milliseconds. */
  readonly pauses: number[] = [];
  readonly dependencies: SetUpDependencies;
  /** Names of the operations so far. */
  readonly operations: string[];
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
      log: (line) => this.lines.push(line),
      clock: skippingClock(async (milliseconds) => {
        this.pauses.push(milliseconds);
        await this.onPause();
      }),
    };
    this.operations = operationsOf(this.dependencies.rdsData);
  }

  /** @param ownerRole - the role behind the owner's secret, if not the one that opens the database. */
  static async open(open: () => Promise<LocalDatabase>, ownerRole?: string): Promise<LocalSetUp> {
    const database = await open();
    const api = await startDataApi(database, {
      [ownerSecret]: ownerRole,
      [readerSecret]: 'directory_reader',
    });
    const secrets = await startSecretsManager();
    const setUp = new LocalSetUp(database, api, secrets);
    setUp.holdPassword();
    setUp.holdPassword(PASSWORD, 'portal_writer', writerSecret);
    return setUp;
  }

  holdPassword(password = PASSWORD, username = 'directory_reader', secretArn = readerSecret): void {
    this.secrets.secrets.set(secretArn, JSON.stringify({ username, password }));
  }

  /** Forgets the previous lines, pauses and operations. */
  forget(): void {
    this.lines.length = 0;
    this.pauses.length = 0;
    this.operations.length = 0;
  }

  /** The step of a deployment. @param given - properties besides those that name the cluster and its secrets. */
  async setUp(given: Readonly<Record<string, unknown>> = {}, folder = sqlFolder): Promise<void> {
    const { rdsData, secrets, signal } = this.dependencies;
    const step = databaseStep(folder, rdsData, secrets);
    const properties = { ...stepProperties, ...given };
    await retry(async () => step(properties, signal), whyAgain, this.dependencies);
  }

  /** The first value of the first row. */
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

/** The contents of files of `db/`. */
export function textsOf(files: readonly string[]): readonly string[] {
  return files.map((file) => readFileSync(path.join(sqlFolder, file), 'utf8'));
}

/** Tables like those of a portal, without anything of this project. */
export async function makePortalTables(database: LocalDatabase): Promise<void> {
  await database.runScript(
    ['CREATE SCHEMA portal;', ...textsOf(migrationFiles(sqlFolder))].join('\n'),
  );
}

/** Secrets Manager on 127.0.0.1, as far as `GetSecretValue` goes (AWS JSON 1.1): the unchanged SDK talks to it. */
async function startSecretsManager(): Promise<SecretsManager> {
  const secrets = new Map<string, string>();
  const server = await startServer(async (call) => {
    expect(call.headers['x-amz-target']).toBe('secretsmanager.GetSecretValue');
    const { SecretId } = v.parse(Asked, call.body.toString());
    const secret = secrets.get(SecretId);
    const headers = { 'content-type': 'application/x-amz-json-1.1' };
    return secret === undefined
      ? { statusCode: 400, headers, body: JSON.stringify(notFound) }
      : { statusCode: 200, headers, body: JSON.stringify({ ARN: SecretId, SecretString: secret }) };
  });
  return { url: server.url, secrets, close: async () => server.close() };
}
