import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';

import { environment } from '../../contract/names.ts';
import type { ExistingDatabaseSettings } from '../stages.ts';
import type { DeployStep, DeployStepProps } from './deploy-step.ts';
import type { CodeFunction } from './functions.ts';

/** The Data API's actions that a reader needs: a list that does not fit one call is read in a transaction. */
export const dataApiActions = [
  'rds-data:ExecuteStatement',
  'rds-data:BeginTransaction',
  'rds-data:CommitTransaction',
  'rds-data:RollbackTransaction',
];

export type SetUpProps = Pick<DeployStepProps, 'folder' | 'logRetention'>;

/** The database that the directories are read from. Other stacks pass a construct of theirs to get its values. */
export abstract class PortalDatabase extends Construct {
  abstract readonly databaseName: string;

  abstract clusterIdentifierIn(consumer: Construct): string;
  /** Secret with user name and password of directory_reader. */
  abstract readerSecretArnIn(consumer: Construct): string;

  /** The deployment step that applies `db/` to it, or nothing where that is done by hand. */
  abstract setUpIn(consumer: Construct, props: SetUpProps): DeployStep | undefined;

  clusterArnIn(consumer: Construct): string {
    return Stack.of(consumer).formatArn({
      service: 'rds',
      resource: 'cluster',
      resourceName: this.clusterIdentifierIn(consumer),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  /** Lets a function read as directory_reader, and sets the variables for it. The Data API reads the secret on the function's behalf. */
  connect(reader: CodeFunction): void {
    const clusterArn = this.clusterArnIn(reader.function);
    const readerSecretArn = this.readerSecretArnIn(reader.function);
    reader.allow(dataApiActions, [clusterArn]);
    reader.allow(['secretsmanager:GetSecretValue'], [readerSecretArn]);
    reader.function.addEnvironment(environment.clusterArn, clusterArn);
    reader.function.addEnvironment(environment.readerSecretArn, readerSecretArn);
    reader.function.addEnvironment(environment.databaseName, this.databaseName);
  }
}

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
