import { ArnFormat, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { IpAddresses, type IVpc, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import {
  AuroraPostgresEngineVersion,
  ClusterInstance,
  Credentials,
  DatabaseCluster,
  DatabaseClusterEngine,
} from 'aws-cdk-lib/aws-rds';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

import { environment } from '../../contract/names.ts';
import type { ExistingDatabaseSettings, OwnDatabaseSettings } from '../stages.ts';
import { type CodeFunction, DeployStep, type DeployStepProps } from './functions.ts';
import { SharedValue } from './shared-value.ts';

export const ENGINE_VERSION = AuroraPostgresEngineVersion.VER_17_9;

/** The Data API's actions that a reader needs: a list that does not fit one call is read in a transaction. */
const dataApiActions = [
  'rds-data:ExecuteStatement',
  'rds-data:BeginTransaction',
  'rds-data:CommitTransaction',
  'rds-data:RollbackTransaction',
];

type SetUpProps = Pick<DeployStepProps, 'folder' | 'logRetention'>;

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

/** A cluster of the stage's own, reached through the Data API only. */
export class OwnDatabase extends PortalDatabase {
  readonly databaseName = 'portal';
  readonly #testDataStartups: number | undefined;
  readonly #clusterIdentifier: SharedValue;
  readonly #ownerSecretArn: SharedValue;
  readonly #readerSecretArn: SharedValue;

  constructor(scope: Construct, id: string, settings: OwnDatabaseSettings) {
    super(scope, id);
    this.#testDataStartups = settings.testDataStartups;

    // The Data API connects from outside: nothing in here opens connections, so there is no route out and no cost.
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED }],
      restrictDefaultSecurityGroup: false, // nothing is ever in that group, and it would need a function of the CDK's
    });

    Validations.of(vpc).acknowledge({
      id: 'AwsSolutions-VPC7',
      reason: 'No packet goes in or out: there is a database in it and nothing else',
    });

    const cluster = new DatabaseCluster(this, 'Cluster', {
      engine: DatabaseClusterEngine.auroraPostgres({ version: ENGINE_VERSION }),
      writer: ClusterInstance.serverlessV2('Writer'),
      serverlessV2MinCapacity: settings.minCapacity,
      serverlessV2MaxCapacity: settings.maxCapacity,
      ...(settings.pauseAfter && { serverlessV2AutoPauseDuration: settings.pauseAfter }),
      enableDataApi: true,
      defaultDatabaseName: this.databaseName,
      credentials: Credentials.fromUsername('postgres'),
      manageMasterUserPassword: true, // RDS creates the owner's password and rotates it every week
      vpc: vpc as IVpc, // the CDK's class does not satisfy it with exactOptionalPropertyTypes
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      storageEncrypted: true,
      iamAuthentication: true,
      backup: { retention: settings.backupRetention },
      copyTagsToSnapshot: true,
      deletionProtection: settings.deletionProtection,
      removalPolicy: RemovalPolicy.SNAPSHOT,
    });
    if (!settings.deletionProtection) {
      Validations.of(cluster).acknowledge({
        id: 'AwsSolutions-RDS10',
        reason: 'The stage says that its data may be deleted: it is test data',
      });
    }
    const { secret: ownerSecret } = cluster;
    if (ownerSecret === undefined) throw new Error('The cluster has no secret of its owner');

    const readerSecret = new Secret(this, 'ReaderSecret', {
      description: 'The role directory_reader, which can select from the three views',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ username: 'directory_reader' }),
        generateStringKey: 'password',
        excludePunctuation: true,
      },
    });

    Validations.of(readerSecret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Only the Data API uses it, for a role that can read what is published anyway; rotating takes a way into the VPC',
    });

    this.#clusterIdentifier = new SharedValue(this, 'ClusterIdentifier', cluster.clusterIdentifier);
    this.#ownerSecretArn = new SharedValue(this, 'OwnerSecretArn', ownerSecret.secretArn);
    this.#readerSecretArn = new SharedValue(this, 'ReaderSecretArn', readerSecret.secretArn);
  }

  clusterIdentifierIn(consumer: Construct): string {
    return this.#clusterIdentifier.in(consumer);
  }

  readerSecretArnIn(consumer: Construct): string {
    return this.#readerSecretArn.in(consumer);
  }

  /** Not in the stack of the cluster: a failure in SQL must not roll back what cannot be deleted. */
  setUpIn(consumer: Construct, props: SetUpProps): DeployStep {
    const clusterArn = this.clusterArnIn(consumer);
    const ownerSecretArn = this.#ownerSecretArn.in(consumer);
    const readerSecretArn = this.readerSecretArnIn(consumer);
    const step = new DeployStep(consumer, 'DatabaseSetUp', {
      ...props,
      description: 'Puts the schema, the reader and test data into the database at a deploy',
      properties: {
        ClusterArn: clusterArn,
        OwnerSecretArn: ownerSecretArn,
        ReaderSecretArn: readerSecretArn,
        DatabaseName: this.databaseName,
        TestDataStartups: String(this.#testDataStartups ?? ''),
      },
    });
    step.allow(dataApiActions, [clusterArn]);
    step.allow(['secretsmanager:GetSecretValue'], [ownerSecretArn, readerSecretArn]);
    return step;
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
