/**
 * The stages' templates. They do not contain the bundles of the functions, because the tests check the resources, and not the
 * code that runs in them.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Template } from 'aws-cdk-lib/assertions';

import cdkJson from '../../cdk.json' with { type: 'json' };
import { DirectoryApp } from '../../lib/directory-app.ts';
import type { StageCode } from '../../lib/service-stack.ts';
import { type StageSettings, stages } from '../../lib/stages.ts';
import { newFolder, runFolder } from '../support/run-folder.ts';

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DependsOn?: readonly string[];
}

const assetHash = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gu;

/** Writes a placeholder for the code of each function, so that templates do not change with the code. */
export function standInCode(stageNames: readonly string[] = []): StageCode {
  const folder = path.join(runFolder(), 'stand-in-code');
  const sites = stageNames.map((stage) => `sites/${stage}`);
  for (const name of ['directory', 'status', 'feed', 'database', 'first-copies', ...sites]) {
    mkdirSync(path.join(folder, name), { recursive: true });
    const file = path.join(folder, name, 'index.mjs');
    writeFileSync(file, 'export const handler = async () => ({});\n');
  }
  return { folder, release: '1.0.0' };
}

/**
 * Returns an app with the given stages. Synthesis fails if cdk-nag finds a problem, or if `CDK_VALIDATION` is `true` and
 * CloudFormation's rules find a problem.
 */
export function appOf(
  variants: Readonly<Record<string, StageSettings>>,
  context: Readonly<Record<string, string>> = {},
): DirectoryApp {
  return new DirectoryApp(variants, standInCode(Object.keys(variants)), {
    // The context of cdk.json is passed here, because only the cdk command reads that file. No test needs the stack traces,
    // which take a tenth of the time of a synthesis, so they are disabled.
    context: { ...cdkJson.context, 'aws:cdk:disable-creation-stack-traces': true, ...context },
    outdir: newFolder('cdk'),
    analyticsReporting: false,
    treeMetadata: false,
  });
}

/** The templates of one stage of an app. */
export class StageTemplates {
  readonly name: string;
  readonly #stage: Construct;
  readonly data: Template;
  readonly service: Template;
  readonly watch: Template;
  /** Set if the stage has alarms. */
  readonly edgeWatch: Template | undefined;

  constructor(app: DirectoryApp, name: string) {
    this.name = name;
    this.#stage = app.node.findChild(name);
    this.data = Template.fromStack(this.stack('Data'));
    this.service = Template.fromStack(this.stack('Service'));
    this.watch = Template.fromStack(this.stack('Watch'));
    const hasEdgeWatch = this.#stage.node.tryFindChild('EdgeWatch') !== undefined;
    this.edgeWatch = hasEdgeWatch ? Template.fromStack(this.stack('EdgeWatch')) : undefined;
  }

  stack(id: string): Stack {
    return this.#stage.node.findChild(id) as Stack;
  }

  get all(): readonly Template[] {
    return [this.data, this.service, this.watch, ...(this.edgeWatch ? [this.edgeWatch] : [])];
  }
}

/** The app that `npx cdk synth` creates, plus the delivery stack. */
export const app = appOf(stages, { repository: 'owner/name', repositoryIds: '123456/456789' });
export const staging = new StageTemplates(app, 'Staging');
export const production = new StageTemplates(app, 'Production');

export const bothStages = [
  ['Staging', staging],
  ['Production', production],
] as const;

const ofProduction = stageNamed('Production');

/** Variants of production. Each variant changes one setting. */
export const variants = {
  Existing: {
    ...ofProduction,
    database: {
      kind: 'existing',
      clusterIdentifier: 'portal',
      readerSecretArn: 'arn:aws:secretsmanager:eu-west-1:111111111111:secret:reader-AbCdEf',
      databaseName: 'portal',
    },
  },
  Domain: {
    ...ofProduction,
    domain: {
      name: 'directory.example.org',
      certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/example',
    },
  },
  Firewall: {
    ...ofProduction,
    webAclArn: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/example/1',
  },
} as const satisfies Record<string, StageSettings>;

export const ALARM_EMAIL = 'operator@example.org';

/** Production with many optional settings. */
export const custom = new StageTemplates(
  appOf(
    {
      Production: {
        ...variants.Existing,
        ...variants.Firewall,
        ...variants.Domain,
        region: 'us-west-2',
        database: variants.Existing.database,
        alarmEmail: ALARM_EMAIL,
        reservedConcurrency: 20,
      },
    },
    { release: 'v1.2.3' },
  ),
  'Production',
);

export function stageNamed(name: string): StageSettings {
  const settings = stages[name];
  if (settings === undefined) throw new Error(`The stage ${name} does not exist`);
  return settings;
}

/**
 * Returns a template without edge scripts and without hashes of code, so that a change to the code does not change the
 * snapshot.
 */
export function maskedTemplate(template: Template | undefined): unknown {
  const text = JSON.stringify(template?.toJSON() ?? {}, (key, value: unknown) =>
    key === 'FunctionCode' ? '<edge-script>' : value,
  );
  return JSON.parse(text.replaceAll(assetHash, '<asset-hash>'));
}

/** Returns all resources of a type with their logical ids. */
export function resourcesOf(template: Template, type: string): [string, Resource][] {
  return Object.entries(template.findResources(type)) as [string, Resource][];
}

/** Returns the only resource of a type. */
export function theOne(template: Template, type: string): Resource {
  const [first, ...more] = resourcesOf(template, type);
  if (first === undefined || more.length > 0)
    throw new Error(`The template does not contain exactly one ${type}`);
  return first[1];
}
