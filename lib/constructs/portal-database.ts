import { Annotations, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import * as rds from 'aws-cdk-lib/aws-rds';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

import { environment, READER, stageOutput, WRITER } from '../../contract/names.ts';
import type { SetUpProperties } from '../../lambda/deploy/set-up-database.ts';
import type { ExistingDatabaseSettings, OwnDatabaseSettings, StageSettings } from '../stages.ts';
import { type CodeFunction, type CodeFunctionProps, DeployStep } from './code-function.ts';
import { SharedValue } from './shared-value.ts';

/** Name of the database in a cluster that this project creates. */
const DATABASE_NAME = 'portal';
export const ENGINE_VERSION = rds.AuroraPostgresEngineVersion.VER_17_9;

/**
 * The Data API calls that are necessary to read a list. They include transactions, because a list that does not fit into one
 * response is read in a transaction. The set-up needs the same calls.
 */
const calls = ['ExecuteStatement', 'BeginTransaction', 'CommitTransaction', 'RollbackTransaction'];
export const dataApiActions = calls.map((call) => `rds-data:${call}`);

/** The values with which a stack uses the database. */
interface Values extends Omit<ExistingDatabaseSettings, 'kind'> {
  /** The values that the set-up step needs. They are set only if this project creates the cluster. */
  readonly setUp?: Pick<SetUpProperties, 'OwnerSecretArn' | 'WriterSecretArn' | 'TestDataStartups'>;
}

/**
 * The database that contains the portal's data. It is either in a cluster that this project creates or in the portal's existing
 * cluster.
 */
export class PortalDatabase extends Construct {
  readonly #valuesIn: (consumer: Construct) => Values;

  constructor(scope: Construct, id: string, settings: StageSettings['database']) {
    super(scope, id);
    this.#valuesIn = settings.kind === 'existing' ? () => settings : this.#create(settings);
  }

  #create(settings: OwnDatabaseSettings): (consumer: Construct) => Values {
    const { clusterIdentifier, secret: owner } = this.#createCluster(settings);
    if (owner === undefined) throw new Error('The cluster has no secret for its owner');
    const cluster = new SharedValue(this, 'ClusterIdentifier', clusterIdentifier);
    const ownerSecret = new SharedValue(this, 'OwnerSecretArn', owner.secretArn);
    const reader = roleSecret(this, 'ReaderSecret', READER);
    const readerSecret = new SharedValue(this, 'ReaderSecretArn', reader.secretArn);
    const writer = roleSecret(this, 'WriterSecret', WRITER);
    writer.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE); // the portal logs in with it
    const writerSecret = new SharedValue(this, 'WriterSecretArn', writer.secretArn);
    return (consumer) => ({
      clusterIdentifier: cluster.in(consumer),
      readerSecretArn: readerSecret.in(consumer),
      databaseName: DATABASE_NAME,
      setUp: {
        OwnerSecretArn: ownerSecret.in(consumer),
        WriterSecretArn: writerSecret.in(consumer),
        TestDataStartups: String(settings.testDataStartups ?? ''),
      },
    });
  }

  #createCluster(settings: OwnDatabaseSettings): rds.DatabaseCluster {
    // The Data API does not use this network, and the database does not open connections. So the network does not need a route
    // to the outside, which would cost money.
    const vpc = new ec2.Vpc(this, 'Vpc', {
      ipAddresses: ec2.IpAddresses.cidr(settings.networkCidr),
      maxAzs: 2,
      subnetConfiguration: [{ name: 'Isolated', subnetType: ec2.SubnetType.PRIVATE_ISOLATED }],
      restrictDefaultSecurityGroup: false, // the group is unused, and restricting it would add a Lambda function
    });
    const noTraffic =
      'The network contains only a database and has no traffic to or from the outside';
    Validations.of(vpc).acknowledge({ id: 'AwsSolutions-VPC7', reason: noTraffic });

    const properties = {
      engine: rds.DatabaseClusterEngine.auroraPostgres({ version: ENGINE_VERSION }),
      engineLifecycleSupport: rds.EngineLifecycleSupport.OPEN_SOURCE_RDS_EXTENDED_SUPPORT_DISABLED,
      writer: rds.ClusterInstance.serverlessV2('Writer'),
      serverlessV2MinCapacity: settings.minCapacity,
      serverlessV2MaxCapacity: settings.maxCapacity,
      ...(settings.pauseAfter && { serverlessV2AutoPauseDuration: settings.pauseAfter }),
      enableDataApi: true,
      defaultDatabaseName: DATABASE_NAME,
      manageMasterUserPassword: true, // RDS creates the owner's password and rotates it every week
      vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_ISOLATED },
      vpc: vpc as ec2.IVpc, // with exactOptionalPropertyTypes, the CDK's class does not implement the interface
      storageEncrypted: true,
      iamAuthentication: true,
      backup: { retention: settings.backupRetention },
      deletionProtection: settings.deletionProtection,
      removalPolicy: RemovalPolicy.SNAPSHOT,
    };
    const { snapshot: snapshotIdentifier } = settings;
    const cluster =
      snapshotIdentifier === undefined
        ? new rds.DatabaseCluster(this, 'Cluster', properties)
        : new rds.DatabaseClusterFromSnapshot(this, 'Cluster', {
            ...properties,
            snapshotIdentifier,
          });
    // The CDK warns that it does not generate a password for a cluster restored from a snapshot. RDS generates the owner's password
    // instead.
    Annotations.of(cluster).acknowledgeWarning('@aws-cdk/aws-rds:generatedCredsNotApplied');
    if (!settings.deletionProtection) {
      const reason =
        'The settings of the stage allow the deletion of the cluster; a final snapshot is kept';
      Validations.of(cluster).acknowledge({ id: 'AwsSolutions-RDS10', reason });
    }
    return cluster;
  }

  /** Returns the values that a reader needs. The secret contains the user name and password of directory_reader. */
  readerIn(consumer: Construct) {
    const { partition, region, account } = Stack.of(consumer);
    const { clusterIdentifier, readerSecretArn, databaseName } = this.#valuesIn(consumer);
    const clusterArn = `arn:${partition}:rds:${region}:${account}:cluster:${clusterIdentifier}`;
    return { clusterArn, readerSecretArn, databaseName };
  }

  /** Returns the stack outputs that tell `npm run operate` where the database is and which secrets to use. */
  outputsIn(consumer: Construct): Readonly<Record<string, string>> {
    const { clusterArn, readerSecretArn, databaseName } = this.readerIn(consumer);
    const { setUp } = this.#valuesIn(consumer);
    return {
      [stageOutput.clusterArn]: clusterArn,
      [stageOutput.databaseName]: databaseName,
      [stageOutput.readerSecretArn]: readerSecretArn,
      ...(setUp && {
        [stageOutput.ownerSecretArn]: setUp.OwnerSecretArn,
        [stageOutput.writerSecretArn]: setUp.WriterSecretArn,
      }),
    };
  }

  /**
   * Lets a function read the database as directory_reader, and sets the function's variables. The function needs access to the
   * secret, because the Data API reads the secret on its behalf.
   */
  connect(reader: CodeFunction): void {
    const { clusterArn, readerSecretArn, databaseName } = this.readerIn(reader.function);
    reader.allow(dataApiActions, [clusterArn]);
    reader.allow(['secretsmanager:GetSecretValue'], [readerSecretArn]);
    reader.setVariables({
      [environment.clusterArn]: clusterArn,
      [environment.readerSecretArn]: readerSecretArn,
      [environment.databaseName]: databaseName,
    });
  }

  /**
   * Creates the deployment step that applies `db/` to a cluster of this project. In an existing cluster, an administrator
   * installs the views and the reader with `npm run operate -- apply` instead. The step is not in the cluster's stack, because
   * an SQL error must not roll back the cluster.
   */
  setUpIn(consumer: Construct, code: CodeFunctionProps, origin: string) {
    const { setUp } = this.#valuesIn(consumer);
    if (setUp === undefined) return undefined;
    const { clusterArn, readerSecretArn, databaseName } = this.readerIn(consumer);
    const step = new DeployStep<SetUpProperties>(consumer, 'DatabaseSetUp', {
      ...code,
      description: 'Installs the schema, the reader and test data during a deploy',
      properties: {
        ClusterArn: clusterArn,
        ReaderSecretArn: readerSecretArn,
        DatabaseName: databaseName,
        ...setUp,
        // Only test data needs the origin. Without the origin, the step does not have to wait for CloudFront.
        ...(setUp.TestDataStartups === '' ? {} : { Origin: origin }),
      },
    });
    step.allow(dataApiActions, [clusterArn]);
    const secrets = [setUp.OwnerSecretArn, readerSecretArn, setUp.WriterSecretArn];
    step.allow(['secretsmanager:GetSecretValue'], secrets);
    return step;
  }
}

/** Creates a secret with the user name and password of a role. The set-up step gives PostgreSQL a hash of the password. */
function roleSecret(scope: Construct, id: string, role: string): Secret {
  const secret = new Secret(scope, id, {
    description: `The role ${role}`,
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ username: role }),
      generateStringKey: 'password',
      excludePunctuation: true,
    },
  });
  const reason = 'The secret is rotated by hand, with the commands in docs/maintenance.md';
  Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason });
  return secret;
}
