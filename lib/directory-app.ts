import { App, type AppProps, Stack, Stage, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Construct } from 'constructs';

import { serviceStack } from '../contract/names.ts';
import { CopyBucket } from './constructs/buckets.ts';
import { PortalDatabase } from './constructs/database.ts';
import { DeliveryStack } from './delivery-stack.ts';
import { ServiceStack, type StageCode } from './service-stack.ts';
import type { Stages, StageSettings } from './stages.ts';
import { WatchStack } from './watch-stack.ts';

/** Every stage, checked against the AwsSolutions rules, and the delivery stack if a repository is given. */
export class DirectoryApp extends App {
  constructor(stages: Stages, code: StageCode, props: AppProps = {}) {
    super(props);
    Validations.of(this).addPlugins(new AwsSolutionsChecks(this));

    for (const [name, each] of Object.entries(stages)) new DirectoryStage(this, name, each, code);

    // Only by hand and once per account: docs/deploy.md
    if (this.node.tryGetContext('repository') !== undefined) {
      new DeliveryStack(this, 'Delivery', stages);
    }
  }
}

/** The whole service once. */
export class DirectoryStage extends Stage {
  constructor(scope: Construct, id: string, settings: StageSettings, code: StageCode) {
    super(scope, id, { env: { region: settings.region } });
    const { terminationProtection } = settings;

    // What must not be lost.
    const data = new Stack(this, 'Data', { terminationProtection });
    const copies = new CopyBucket(data, 'LastGood');
    const database = new PortalDatabase(data, 'Database', settings.database);

    // Not protected itself: a protected stack whose first deploy fails cannot be deployed again (docs/decisions/031).
    const service = new ServiceStack(this, serviceStack, { settings, code, database, copies });

    // Destroyed first, because it depends on the others: if that is refused, they still exist.
    new WatchStack(this, 'Watch', { settings, service, terminationProtection });
  }
}
