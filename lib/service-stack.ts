import path from 'node:path';

import { CfnOutput, Duration, Stack, type StackProps, Stage } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';

import { allDirectories, type Directory } from '../contract/directories.ts';
import { MEMORY_SECONDS } from '../contract/http.ts';
import * as limits from '../contract/limits.ts';
import * as names from '../contract/names.ts';
import { paths } from '../contract/paths.ts';
import type { RefreshEvent } from '../contract/refresh.ts';
import { feedPaths, sitePaths } from '../contract/site.ts';
import { type CopyBucket, Site } from './constructs/buckets.ts';
import type { PortalDatabase } from './constructs/database.ts';
import { Edge } from './constructs/edge.ts';
import { CodeFunction, type CodeFunctionProps, DeployStep } from './constructs/functions.ts';
import { PublicApi } from './constructs/public-api.ts';
import { SharedValue } from './constructs/shared-value.ts';
import type { StageSettings } from './stages.ts';

/** What runs in a stage, bundled beforehand (`bundle.ts`). */
export interface StageCode {
  /** Has a folder for each function, and in `sites` one for each stage's site. */
  readonly folder: string;
  /** Which release it is, where the context value `release` does not say it. */
  readonly release: string;
}

export interface ServiceStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly code: StageCode;
  readonly database: PortalDatabase;
  readonly copies: CopyBucket;
}

/** What answers requests. It has no state: it can be deleted and deployed again at any time. */
export class ServiceStack extends Stack {
  readonly stageName: string;
  /** What the stack that monitors it looks for. */
  readonly apiId: SharedValue;
  readonly functionNames: ReadonlyMap<string, SharedValue>;
  readonly #code: string;
  readonly #settings: StageSettings;

  constructor(scope: Construct, id: string, props: ServiceStackProps) {
    const { settings, code, database, copies, ...stackProps } = props;
    super(scope, id, stackProps);
    this.stageName = Stage.of(this)?.stageName ?? id;
    this.#code = code.folder;
    this.#settings = settings;

    const setUp = database.setUpIn(this, this.#codeOf('database'));

    const lists = new Map(allDirectories.map((each) => [each, this.#listFunction(each)]));
    for (const [directory, list] of lists) {
      database.connect(list);
      copies.letWrite(list, directory);
      // It reads what the set-up creates: new code may need a column that the views do not have yet.
      if (setUp !== undefined) list.function.node.addDependency(setUp.resource);
    }
    const status = this.#functionBeside('status', [sitePaths.status]);
    copies.letRead(status);
    const feed = this.#functionBeside('feed', feedPaths);
    copies.letRead(feed, [paths.startups, paths.jobs]);

    const api = new PublicApi(this, 'Api', this.stageName, settings.logRetention);
    for (const [directory, list] of lists) api.route(directory.name, [directory.path], list);
    api.route('status', [sitePaths.status], status);
    api.route('feed', feedPaths, feed);
    const site = new Site(this, 'Site');
    const edge = new Edge(this, 'Edge', { api, copies, site, settings });

    const origin = `https://${edge.domainName}`;
    site.publish(origin, this.#codeOf(`sites/${this.stageName}`));
    feed.setVariables({
      [names.siteEnvironment.origin]: origin,
      [names.siteEnvironment.title]: settings.site.programme,
      [names.siteEnvironment.subtitle]: settings.site.summary,
    });
    const release: unknown = this.node.tryGetContext('release') ?? code.release;
    status.setVariables({ [names.siteEnvironment.release]: String(release) });

    if (settings.refreshEvery !== undefined) {
      this.#refresh([...lists.values()], settings.refreshEvery);
      // It tells how old a copy can be while refreshes succeed.
      status.setVariables({ [names.refreshSeconds]: String(settings.refreshEvery.toSeconds()) });
    }
    this.#makeFirstCopies(lists, {
      // Everything about the functions, and the views that they read, that can break.
      Code: [...lists.values(), setUp].flatMap((each) => each?.codeHash ?? []),
      Rights: [...lists.values()].map(({ rightsHash }) => rightsHash),
      Database: Object.values(database.readerIn(this)),
      Bucket: copies.bucketNameIn(this),
    });

    const { distributionId } = edge.distribution;
    this.#output(names.stageOutput.address, `${origin}/v1`);
    this.#output(names.stageOutput.lastGoodBucket, copies.bucketNameIn(this));
    this.#output(names.stageOutput.distributionId, distributionId);
    this.#output(names.stageOutput.viewerRequest, edge.viewerRequest.functionName);
    this.#output(names.stageOutput.viewerResponse, edge.viewerResponse.functionName);
    this.apiId = new SharedValue(this, 'ApiId', api.apiId);
    this.functionNames = new Map(
      [...lists].map(([{ name }, list]) => [
        name,
        this.#shareName(names.functionOutput(name), list),
      ]),
    );
  }

  /** The function that answers for one directory. */
  #listFunction({ name, path: listPath }: Directory): CodeFunction {
    const { reservedConcurrency } = this.#settings;
    const list = new CodeFunction(this, name, {
      ...this.#codeOf('directory'),
      description: `Answers ${listPath}`,
      memorySize: limits.FUNCTION_MEMORY_MB,
      timeout: Duration.seconds(limits.FUNCTION_TIMEOUT_SECONDS),
      ...(reservedConcurrency === undefined
        ? {}
        : { reservedConcurrentExecutions: reservedConcurrency }),
    });
    list.setVariables({
      [names.environment.directory]: name,
      [names.environment.memorySeconds]: String(MEMORY_SECONDS),
      [names.environment.metricNamespace]: names.metricNamespace(this.stageName),
    });
    return list;
  }

  /** A function that answers from the last-good copies. */
  #functionBeside(name: string, answered: readonly string[]): CodeFunction {
    return new CodeFunction(this, name, {
      ...this.#codeOf(name),
      description: `Answers ${answered.join(' and ')}`,
      memorySize: limits.SITE_MEMORY_MB,
      timeout: Duration.seconds(limits.GATEWAY_TIMEOUT_SECONDS),
    });
  }

  #codeOf(name: string): CodeFunctionProps {
    return { folder: path.join(this.#code, name), logRetention: this.#settings.logRetention };
  }

  /** Asks each function for a fresh list, so that the last-good copy is recent even on a quiet day. */
  #refresh(lists: readonly CodeFunction[], every: Duration): void {
    const refresh: RefreshEvent = { refresh: { acceptDrop: false } };
    const event = RuleTargetInput.fromObject(refresh);
    const retryAttempts = 0; // the next one comes soon enough
    new Rule(new Construct(this, 'Refresh'), 'Rule', {
      description: 'Keeps the last-good copies young',
      schedule: Schedule.rate(every),
      targets: lists.map((list) => new LambdaFunction(list.function, { event, retryAttempts })),
    });
  }

  /** Before the first visitor there is something to serve, and functions that cannot serve are not deployed. */
  #makeFirstCopies(lists: ReadonlyMap<Directory, CodeFunction>, causes: object): void {
    const functions = [...lists].map(([{ name }, list]) => [name, list.function] as const);
    const step = new DeployStep(this, 'FirstCopies', {
      ...this.#codeOf('first-copies'),
      description: 'Asks each function for its first copy at a deploy',
      properties: {
        Functions: Object.fromEntries(functions.map(([name, each]) => [name, each.functionName])),
        ...causes,
      },
    });
    const arns = functions.map(([, each]) => each.functionArn);
    step.allow(['lambda:InvokeFunction'], arns);
  }

  #shareName(output: string, { function: { functionName } }: CodeFunction): SharedValue {
    this.#output(output, functionName);
    return new SharedValue(this, `${output}Name`, functionName);
  }

  #output(name: string, value: string): void {
    new CfnOutput(this, name, { value });
  }
}
