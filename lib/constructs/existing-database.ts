import type { Construct } from 'constructs';

import type { ExistingDatabaseSettings } from '../stages.ts';
import { PortalDatabase } from './portal-database.ts';

/** A cluster that exists already. Nothing is created. */
export class ExistingDatabase extends PortalDatabase {
  readonly databaseName: string;
  readonly #settings: ExistingDatabaseSettings;

  constructor(scope: Construct, id: string, settings: ExistingDatabaseSettings) {
    super(scope, id);
    this.databaseName = settings.databaseName;
    this.#settings = settings;
  }

  clusterIdentifierIn(): string {
    return this.#settings.clusterIdentifier;
  }

  readerSecretArnIn(): string {
    return this.#settings.readerSecretArn;
  }

  /** `npm run db -- apply` has set it up. */
  setUpIn(): undefined {
    return undefined;
  }
}
