import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import { ExistingDatabase, OwnDatabase, type PortalDatabase } from './constructs/database.ts';
import { LastGoodBucket } from './constructs/last-good-bucket.ts';
import type { StageSettings } from './stages.ts';

export interface DataStackProps extends StackProps {
  readonly settings: StageSettings;
}

/** What must not be lost: the database and the last-good copies. */
export class DataStack extends Stack {
  readonly database: PortalDatabase;
  readonly lastGood: LastGoodBucket;

  constructor(scope: Construct, id: string, { settings, ...props }: DataStackProps) {
    super(scope, id, props);

    this.lastGood = new LastGoodBucket(this, 'LastGood');

    const { database } = settings;
    this.database =
      database.kind === 'existing'
        ? new ExistingDatabase(this, 'Database', database)
        : new OwnDatabase(this, 'Database', database);
  }
}
