import { Match, type Template } from 'aws-cdk-lib/assertions';

import { resourcesOf, StageTemplates, stageNamed, theOne } from './templates.ts';

const staging = new StageTemplates('Staging');
const production = new StageTemplates('Production');
const existing = new StageTemplates('Production', {
  ...stageNamed('Production'),
  database: {
    kind: 'existing',
    clusterIdentifier: 'portal',
    readerSecretArn: 'arn:aws:secretsmanager:eu-west-1:111111111111:secret:reader-AbCdEf',
    databaseName: 'portal',
  },
});

function clusterOf(data: Template): Record<string, unknown> {
  return theOne(data, 'AWS::RDS::DBCluster').Properties;
}

describe('the data of production', () => {
  it('survives cdk destroy: the cluster refuses, and a snapshot stays', () => {
    expect(clusterOf(production.data)).toMatchObject({ DeletionProtection: true });
    expect(theOne(production.data, 'AWS::RDS::DBCluster')).toMatchObject({
      DeletionPolicy: 'Snapshot',
      UpdateReplacePolicy: 'Snapshot',
    });
  });

  it('is never asleep', () => {
    expect(clusterOf(production.data)['ServerlessV2ScalingConfiguration']).toEqual({
      MinCapacity: 0.5,
      MaxCapacity: 4,
    });
  });

  it('is not test data', () => {
    expect(theOne(production.service, 'Custom::DatabaseSetUp').Properties['TestDataStartups']).toBe(
      '',
    );
  });
});

describe('the database of staging', () => {
  it('sleeps when nobody asks', () => {
    expect(clusterOf(staging.data)['ServerlessV2ScalingConfiguration']).toEqual({
      MinCapacity: 0,
      MaxCapacity: 1,
      SecondsUntilAutoPause: 300,
    });
  });

  it('is filled with invented startups', () => {
    expect(theOne(staging.service, 'Custom::DatabaseSetUp').Properties['TestDataStartups']).toBe(
      '120',
    );
  });
});

describe.each([
  ['Staging', staging],
  ['Production', production],
] as const)('in %s', (_, { data, service }) => {
  it('the database has the Data API, is encrypted, and is backed up', () => {
    expect(clusterOf(data)).toMatchObject({
      Engine: 'aurora-postgresql',
      EnableHttpEndpoint: true,
      StorageEncrypted: true,
      ManageMasterUserPassword: true,
    });
    expect(clusterOf(data)['BackupRetentionPeriod']).toBeGreaterThanOrEqual(1);
  });

  it('the database has no way out or in: no NAT, no internet gateway, no rule for anyone', () => {
    for (const type of [
      'AWS::EC2::NatGateway',
      'AWS::EC2::InternetGateway',
      'AWS::EC2::SecurityGroupIngress',
    ]) {
      data.resourceCountIs(type, 0);
    }
    for (const [, { Properties }] of resourcesOf(data, 'AWS::EC2::SecurityGroup')) {
      expect(Properties['SecurityGroupIngress']).toBeUndefined();
    }
  });

  it('the set-up may use the two secrets of the database and that cluster, and nothing else', () => {
    const policy = resourcesOf(service, 'AWS::IAM::Policy').find(([id]) =>
      id.startsWith('DatabaseSetUp'),
    );
    const document = policy?.[1].Properties['PolicyDocument'];
    expect(JSON.stringify(document)).not.toContain('*');
    expect(document).toMatchObject({
      Statement: [
        { Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] },
        { Action: expect.arrayContaining(['rds-data:ExecuteStatement']) as unknown },
        { Action: 'secretsmanager:GetSecretValue', Resource: [{}, {}] },
      ],
    });
  });

  it('the store of last-good copies is retained, but not by a first deploy that fails', () => {
    expect(theOne(data, 'AWS::S3::Bucket')).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it('the store of last-good copies is private, encrypted, and for TLS only', () => {
    const bucket = theOne(data, 'AWS::S3::Bucket');
    expect(bucket).toMatchObject({
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [
            { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
          ],
        },
      },
    });
    data.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Deny',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ]),
      },
    });
  });

  it('the store keeps old versions for a few days', () => {
    const bucket = theOne(data, 'AWS::S3::Bucket').Properties;
    expect(bucket['VersioningConfiguration']).toEqual({ Status: 'Enabled' });
    expect(bucket['LifecycleConfiguration']).toMatchObject({
      Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 3 }, Status: 'Enabled' }],
    });
  });
});

describe('a stage on an existing cluster', () => {
  it('creates no database resource, only the store', () => {
    const types = Object.values(existing.data.toJSON()['Resources'] as object).map(
      ({ Type }: { readonly Type: string }) => Type,
    );
    expect(types.toSorted()).toEqual([
      'AWS::S3::Bucket',
      'AWS::S3::BucketPolicy',
      'AWS::SSM::Parameter',
    ]);
  });

  it('reads that cluster with that secret', () => {
    existing.service.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: {
          DATABASE_CLUSTER_ARN: {
            'Fn::Join': [
              '',
              ['arn:aws:rds:eu-west-1:', { Ref: 'AWS::AccountId' }, ':cluster:portal'],
            ],
          },
          DATABASE_READER_SECRET_ARN:
            'arn:aws:secretsmanager:eu-west-1:111111111111:secret:reader-AbCdEf',
          DATABASE_NAME: 'portal',
        },
      },
    });
  });

  it('lets a function read that secret and no other', () => {
    expect(JSON.stringify(existing.service.toJSON())).not.toContain('ReaderSecretArn');
  });
});
