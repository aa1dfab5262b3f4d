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

/** The database in a cluster of the stage's own. */
const DATABASE_NAME = 'portal';
export const ENGINE_VERSION = rds.AuroraPostgresEngineVersion.VER_17_9;

/** What a reader asks of the Data API: a list that does not fit one call is read in a transaction. */
const calls = ['ExecuteStatement', 'BeginTransaction', 'CommitTransaction', 'RollbackTransaction'];
export const dataApiActions = calls.map((call) => `rds-data:${call}`);

/** What a stack has to know that uses the database. */
interface Values extends Omit<ExistingDatabaseSettings, 'kind'> {
  /** Who may set up a cluster of the stage's own, and what with. */
  readonly setUp?: {
    readonly ownerSecretArn: string;
    readonly writerSecretArn: string;
    readonly testDataStartups: string;
  };
}

/** The database that the directories are read from: a cluster of the stage's own, or one that exists already. */
export class PortalDatabase extends Construct {
  readonly #valuesIn: (consumer: Construct) => Values;

  constructor(scope: Construct, id: string, settings: StageSettings['database']) {
    super(scope, id);
    this.#valuesIn = settings.kind === 'existing' ? () => settings : this.#create(settings);
  }

  #create(settings: OwnDatabaseSettings): (consumer: Construct) => Values {
    const { clusterIdentifier, secret: owner } = this.#createCluster(settings);
    if (owner === undefined) throw new Error('The cluster has no secret of its owner');
    const cluster = new SharedValue(this, 'ClusterIdentifier', clusterIdentifier);
    const ownerSecret = new SharedValue(this, 'OwnerSecretArn', owner.secretArn);
    const reader = roleSecret(this, 'ReaderSecret', READER);
    const readerSecret = new SharedValue(this, 'ReaderSecretArn', reader.secretArn);
    const writer = roleSecret(this, 'WriterSecret', WRITER);
    writer.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE); // the portal logs in with it
    const writerSecret = new SharedValue(this, 'WriterSecretArn', writer.secretArn);
    const testDataStartups = String(settings.testDataStartups ?? '');
    return (consumer) => ({
      clusterIdentifier: cluster.in(consumer),
      readerSecretArn: readerSecret.in(consumer),
      databaseName: DATABASE_NAME,
      setUp: {
        ownerSecretArn: ownerSecret.in(consumer),
        writerSecretArn: writerSecret.in(consumer),
        testDataStartups,
      },
    });
  }

  #createCluster(settings: OwnDatabaseSettings): rds.DatabaseCluster {
    // The Data API connects from outside: nothing in here opens connections, so there is no route out and no cost.
    const vpc = new ec2.Vpc(this, 'Vpc', {
      ipAddresses: ec2.IpAddresses.cidr(settings.networkCidr),
      maxAzs: 2,
      subnetConfiguration: [{ name: 'Isolated', subnetType: ec2.SubnetType.PRIVATE_ISOLATED }],
      restrictDefaultSecurityGroup: false, // nothing is ever in that group, and it would need a function of the CDK's
    });
    const noTraffic = 'No packet goes in or out: there is a database in it and nothing else';
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
      vpc: vpc as ec2.IVpc, // the CDK's class does not satisfy it with exactOptionalPropertyTypes
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
    // The CDK warns of a password that it would generate; RDS generates the owner's.
    Annotations.of(cluster).acknowledgeWarning('@aws-cdk/aws-rds:generatedCredsNotApplied');
    if (!settings.deletionProtection) {
      const reason = 'The stage says that its data may be deleted: it is test data';
      Validations.of(cluster).acknowledge({ id: 'AwsSolutions-RDS10', reason });
    }
    return cluster;
  }

  /** What a reader has to know; the secret has user name and password of directory_reader. */
  readerIn(consumer: Construct) {
    const { partition, region, account } = Stack.of(consumer);
    const { clusterIdentifier, readerSecretArn, databaseName } = this.#valuesIn(consumer);
    const clusterArn = `arn:${partition}:rds:${region}:${account}:cluster:${clusterIdentifier}`;
    return { clusterArn, readerSecretArn, databaseName };
  }

  /** Where `npm run operate` finds it, and as whom it can log in. */
  outputsIn(consumer: Construct): Readonly<Record<string, string>> {
    const { clusterArn, readerSecretArn, databaseName } = this.readerIn(consumer);
    const { setUp } = this.#valuesIn(consumer);
    return {
      [stageOutput.clusterArn]: clusterArn,
      [stageOutput.databaseName]: databaseName,
      [stageOutput.readerSecretArn]: readerSecretArn,
      ...(setUp && {
        [stageOutput.ownerSecretArn]: setUp.ownerSecretArn,
        [stageOutput.writerSecretArn]: setUp.writerSecretArn,
      }),
    };
  }

  /** Lets a function read as directory_reader, and tells it where. The Data API reads the secret on the function's behalf. */
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
   * The deployment step that applies `db/` to an own database; `npm run operate -- apply` does it for an existing one. Not in
   * the stack of the cluster: a failure in SQL must not roll back what cannot be deleted.
   */
  setUpIn(consumer: Construct, code: CodeFunctionProps, origin: string) {
    const { setUp } = this.#valuesIn(consumer);
    if (setUp === undefined) return undefined;
    const { clusterArn, readerSecretArn, databaseName } = this.readerIn(consumer);
    const step = new DeployStep<SetUpProperties>(consumer, 'DatabaseSetUp', {
      ...code,
      description: 'Puts the schema, the reader and test data into the database at a deploy',
      properties: {
        ClusterArn: clusterArn,
        OwnerSecretArn: setUp.ownerSecretArn,
        ReaderSecretArn: readerSecretArn,
        WriterSecretArn: setUp.writerSecretArn,
        DatabaseName: databaseName,
        TestDataStartups: setUp.testDataStartups,
        // Without test data nothing waits for CloudFront.
        ...(setUp.testDataStartups === '' ? {} : { Origin: origin }),
      },
    });
    step.allow(dataApiActions, [clusterArn]);
    const secrets = [setUp.ownerSecretArn, readerSecretArn, setUp.writerSecretArn];
    step.allow(['secretsmanager:GetSecretValue'], secrets);
    return step;
  }
}

/** User name and password of a role, for which the step of a deploy gives PostgreSQL what it stores of the password. */
function roleSecret(scope: Construct, id: string, role: string): Secret {
  const secret = new Secret(scope, id, {
    description: `The role ${role}`,
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ username: role }),
      generateStringKey: 'password',
      excludePunctuation: true,
    },
  });
  const reason =
    'Rotation is not automated: only the Data API uses it, and docs/maintenance.md has the commands';
  Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason });
  return secret;
}
