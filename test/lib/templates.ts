/** Stages as templates, without bundling: what is checked is what exists in AWS, not what runs there. */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { App, type AppProps, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';

import cdkJson from '../../cdk.json' with { type: 'json' };
import { DirectoryApp, DirectoryStage, type StageCode } from '../../lib/directory-app.ts';
import { type StageSettings, stages } from '../../lib/stages.ts';
import { RUN_FOLDER_VARIABLE } from '../support/run/global-setup.ts';

export type Resource = {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
};

const assetHash = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gu;

/** The folder of one App; Jest's run folder is removed at the end. */
let apps = 0;

/** The feature flags of cdk.json, which a bare `new App()` does not read, and a folder for what it makes. */
function appProps(context: Record<string, unknown> = {}): AppProps {
  apps += 1;
  return {
    context: { ...cdkJson.context, ...context },
    outdir: path.join(runFolder(), `cdk-${process.pid}-${apps}`),
    analyticsReporting: false,
    treeMetadata: false,
  };
}

/** The same few bytes for everything that runs, so that templates do not change with the code. */
export function standInCode(): StageCode {
  const folder = path.join(runFolder(), 'stand-in-code');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'index.mjs'), 'export const handler = async () => ({});\n');
  return {
    directories: { startups: folder, founders: folder, jobs: folder },
    status: folder,
    databaseSetUp: folder,
    firstCopies: folder,
    site: folder,
    viewerRequest: 'function handler(event) { return event.request; }',
    viewerResponse: 'function handler(event) { return event.response; }',
  };
}

export class StageTemplates {
  readonly data: Template;
  readonly service: Template;
  readonly watch: Template;
  readonly stage: DirectoryStage;

  constructor(name: string, settings: StageSettings = stageNamed(name)) {
    this.stage = new DirectoryStage(new App(appProps()), name, settings, standInCode());
    const template = (id: string): Template =>
      Template.fromStack(this.stage.node.findChild(id) as Stack);
    this.data = template('Data');
    this.service = template('Service');
    this.watch = template('Watch');
  }

  get all(): readonly Template[] {
    return [this.data, this.service, this.watch];
  }
}

export function stageNamed(name: string): StageSettings {
  const settings = stages[name];
  if (settings === undefined) throw new Error(`There is no stage ${name}`);
  return settings;
}

/** A template without the hashes of what runs: a snapshot shows what exists in AWS, whatever the code. */
export function maskedTemplate(template: Template): unknown {
  return JSON.parse(JSON.stringify(template.toJSON()).replaceAll(assetHash, '<asset-hash>'));
}

/** Every resource of a type, with its logical id. */
export function resourcesOf(template: Template, type: string): [string, Resource][] {
  return Object.entries(template.findResources(type)) as [string, Resource][];
}

/** The only resource of a type. */
export function theOne(template: Template, type: string): Resource {
  const [first, ...more] = resourcesOf(template, type);
  if (first === undefined || more.length > 0) throw new Error(`Not one ${type}`);
  return first[1];
}

/** The app, with stages of the test's own. Its synthesis fails on a finding of the pack or of CloudFormation's rules. */
export function appOf(
  variants: Readonly<Record<string, StageSettings>>,
  context?: Record<string, unknown>,
): DirectoryApp {
  return new DirectoryApp(variants, standInCode(), appProps(context));
}

function runFolder(): string {
  return process.env[RUN_FOLDER_VARIABLE] ?? '';
}
