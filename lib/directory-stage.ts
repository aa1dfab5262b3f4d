import { Stage } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import { serviceStack } from '../contract/stage.ts';
import { DataStack } from './data-stack.ts';
import { ServiceStack } from './service-stack.ts';
import type { StageCode } from './stage-code.ts';
import type { StageSettings } from './stages.ts';
import { WatchStack } from './watch-stack.ts';

/** The whole service once: its data, the service itself, its monitoring. */
export class DirectoryStage extends Stage {
  constructor(scope: Construct, id: string, settings: StageSettings, code: StageCode) {
    super(scope, id, { env: { region: settings.region } });
    const { terminationProtection } = settings;

    const data = new DataStack(this, 'Data', {
      settings,
      terminationProtection,
    });

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
