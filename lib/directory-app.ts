import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

import { DeliveryStack } from './delivery-stack.ts';
import { DirectoryStage } from './directory-stage.ts';
import type { StageCode } from './stage-code.ts';
import type { StageSettings } from './stages.ts';

/** Every stage, held to the AwsSolutions rules, and what delivers them where a repository is named. */
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

    // Only by hand and once an account: README, "Deliver it from GitHub"
    const repository: unknown = this.node.tryGetContext('repository');
    if (repository !== undefined) {
      const repositoryIds: unknown = this.node.tryGetContext('repositoryIds');
      const hasProvider = this.node.tryGetContext('provider') === 'existing';
      new DeliveryStack(this, 'Delivery', { repository, repositoryIds, hasProvider, stages });
    }
  }
}
