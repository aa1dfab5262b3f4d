import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import type { ExistingDatabaseSettings } from '../stages.ts';
import { PortalDatabase } from './portal-database.ts';

/** A cluster that is there already. Nothing is made. */
export class ExistingDatabase extends PortalDatabase {
  readonly clusterArn: string;
  readonly clusterIdentifier: string;
  readonly readerSecretArn: string;
  readonly databaseName: string;

  constructor(scope: Construct, id: string, settings: ExistingDatabaseSettings) {
    super(scope, id);
    this.clusterIdentifier = settings.clusterIdentifier;
    this.clusterArn = Stack.of(this).formatArn({
      service: 'rds',
      resource: 'cluster',
      resourceName: settings.clusterIdentifier,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.readerSecretArn = settings.readerSecretArn;
    this.databaseName = settings.databaseName;
  }
}
