import { App, type AppProps, Stage, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Construct } from 'constructs';

import { serviceStack } from '../contract/names.ts';
import { DataStack } from './data-stack.ts';
import { DeliveryStack } from './delivery-stack.ts';
import { ServiceStack } from './service-stack.ts';
import type { StageSettings } from './stages.ts';
import { WatchStack } from './watch-stack.ts';

/** The code that runs in a stage, bundled by `bundling/` beforehand. */
export interface StageCode {
  /** Folders with `index.mjs`; the functions of the three directories share one. */
  readonly directory: string;
  readonly status: string;
  readonly feed: string;
  readonly databaseSetUp: string;
  readonly firstCopies: string;
  /** By the name of the stage. */
  readonly site: (stage: string) => string;
  /** Source of the CloudFront Functions. */
  readonly viewerRequest: string;
  readonly viewerResponse: string;
  /** Which release it is, where the context value `release` does not say it. */
  readonly release: string;
}

/** Every stage, checked against the AwsSolutions rules, and the delivery stack if a repository is given. */
export class DirectoryApp extends App {
  constructor(
    stages: Readonly<Record<string, StageSettings>>,
    code: StageCode,
    props: AppProps = {},
  ) {
    super(props);
    Validations.of(this).addPlugins(new AwsSolutionsChecks(this));

    for (const [name, settings] of Object.entries(stages)) {
      new DirectoryStage(this, name, settings, code);
    }

    // Only by hand and once per account: README, "Deliver it from GitHub"
    const repository: unknown = this.node.tryGetContext('repository');
    if (repository !== undefined) {
      const repositoryIds: unknown = this.node.tryGetContext('repositoryIds');
      const hasProvider = this.node.tryGetContext('provider') === 'existing';
      new DeliveryStack(this, 'Delivery', { repository, repositoryIds, hasProvider, stages });
    }
  }
}

/** The whole service once: its data, the service itself, its monitoring. */
export class DirectoryStage extends Stage {
  constructor(scope: Construct, id: string, settings: StageSettings, code: StageCode) {
    super(scope, id, { env: { region: settings.region } });
    const { terminationProtection } = settings;

    const data = new DataStack(this, 'Data', { settings, terminationProtection });

    // Not protected itself: a protected stack whose first deploy fails cannot be deployed again (docs/decisions/031).
    const service = new ServiceStack(this, serviceStack, {
      settings,
      code,
      database: data.database,
      lastGood: data.lastGood,
    });

    // Destroyed first, because it depends on the others: if that is refused, they still exist.
    new WatchStack(this, 'Watch', {
      settings,
      service,
      database: data.database,
      terminationProtection,
    });
  }
}
