import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

import { DeliveryStack } from './delivery-stack.ts';
import { DirectoryStage } from './directory-stage.ts';
import type { StageCode } from './stage-code.ts';
import type { StageSettings } from './stages.ts';

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
