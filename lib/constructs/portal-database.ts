import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

import { environment } from '../../contract/environment.ts';
import type { CodeFunction } from './code-function.ts';

/** The Data API's actions that a reader needs: a list that does not fit one call is read in a transaction. */
export const dataApiActions = [
  'rds-data:ExecuteStatement',
  'rds-data:BeginTransaction',
  'rds-data:CommitTransaction',
  'rds-data:RollbackTransaction',
];

/** The database that the directories are read from. */
export abstract class PortalDatabase extends Construct {
  abstract readonly clusterArn: string;
  abstract readonly clusterIdentifier: string;
  /** Secret with user name and password of directory_reader. */
  abstract readonly readerSecretArn: string;
  abstract readonly databaseName: string;

  /** Lets a function read as directory_reader, and tells it where. The Data API reads the secret in the function's name. */
  connect({ function: lambdaFunction }: CodeFunction): void {
    lambdaFunction.addToRolePolicy(
      new PolicyStatement({ actions: dataApiActions, resources: [this.clusterArn] }),
    );
    lambdaFunction.addToRolePolicy(
      new PolicyStatement({
        actions: ['secretsmanager:GetSecretValue'],
        resources: [this.readerSecretArn],
      }),
    );
    lambdaFunction.addEnvironment(environment.clusterArn, this.clusterArn);
    lambdaFunction.addEnvironment(environment.readerSecretArn, this.readerSecretArn);
    lambdaFunction.addEnvironment(environment.databaseName, this.databaseName);
  }
}
