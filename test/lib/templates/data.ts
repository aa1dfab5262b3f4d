import { Match, type Template } from 'aws-cdk-lib/assertions';

import { ENGINE_VERSION } from '../../../lib/constructs/portal-database.ts';
import { openPostgres } from '../../../local/postgres.ts';
import {
  appOf,
  bothStages,
  custom,
  production,
  resourcesOf,
  stageNamed,
  StageTemplates,
  theOne,
} from '../templates.ts';

test('the data of production survives cdk destroy: the cluster refuses, and a snapshot stays', () => {
  expect(theOne(production.data, 'AWS::RDS::DBCluster')).toMatchObject({
    Properties: { DeletionProtection: true },
    DeletionPolicy: 'Snapshot',
    UpdateReplacePolicy: 'Snapshot',
  });
});

test('a cluster is restored from a snapshot in the place of the old one, and the writer keeps its secret', () => {
  const { database, ...settings } = stageNamed('Production');
  if (database.kind !== 'own') throw new Error('Production has no cluster of its own');
  const app = appOf({ Production: { ...settings, database: { ...database, snapshot: 'before' } } });
  const restored = new StageTemplates(app, 'Production').data;
  const warnings = app
    .synth()
    .getNestedAssembly('assembly-Production')
    .stacks.flatMap((stack) => stack.messages);
  expect(JSON.stringify(warnings)).not.toContain('redentials'); // --strict would stop a delivery
  const idOf = (template: Template, type: string) => resourcesOf(template, type).map(([id]) => id);

  expect(theOne(restored, 'AWS::RDS::DBCluster').Properties).toMatchObject({
    SnapshotIdentifier: 'before',
    ManageMasterUserPassword: true,
    EnableHttpEndpoint: true,
    DeletionProtection: true,
  });
  for (const type of ['AWS::RDS::DBCluster', 'AWS::SecretsManager::Secret']) {
    expect(idOf(restored, type)).toEqual(idOf(production.data, type));
  }
  const secrets = Object.values(restored.findResources('AWS::SecretsManager::Secret'));
  expect(secrets.map(({ DeletionPolicy }) => String(DeletionPolicy)).toSorted()).toEqual([
    'Delete',
    'RetainExceptOnCreate',
  ]);
});

describe.each(bothStages)('in %s', (_, { data, service }) => {
  it('the database has no way out or in: no NAT, no internet gateway, no rule for anyone', () => {
    for (const type of ['NatGateway', 'InternetGateway', 'SecurityGroupIngress']) {
      data.resourceCountIs(`AWS::EC2::${type}`, 0);
    }
    data.allResourcesProperties('AWS::EC2::SecurityGroup', {
      SecurityGroupIngress: Match.absent(),
    });
  });

  it('the set-up may use the three secrets of the database and that cluster, and nothing else', () => {
    const policies = resourcesOf(service, 'AWS::IAM::Policy');
    const [, policy] = policies.find(([id]) => id.startsWith('DatabaseSetUp')) ?? [];
    const document = policy?.Properties['PolicyDocument'];
    expect(JSON.stringify(document)).not.toContain('*');
    expect(document).toMatchObject({
      Statement: [
        { Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] },
        { Action: expect.arrayContaining(['rds-data:ExecuteStatement']) as unknown },
        { Action: 'secretsmanager:GetSecretValue', Resource: [{}, {}, {}] },
      ],
    });
  });

  it('the store of last-good copies is retained, but not by a first deploy that fails', () => {
    expect(theOne(data, 'AWS::S3::Bucket')).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });
});

describe('a stage on an existing cluster', () => {
  it('reads that cluster, in the region of the stage, with that secret', () => {
    const account = { Ref: 'AWS::AccountId' };
    custom.service.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: {
          DATABASE_CLUSTER_ARN: {
            'Fn::Join': ['', ['arn:aws:rds:us-west-2:', account, ':cluster:portal']],
          },
          DATABASE_READER_SECRET_ARN:
            'arn:aws:secretsmanager:eu-west-1:111111111111:secret:reader-AbCdEf',
          DATABASE_NAME: 'portal',
        },
      },
    });
  });
});

const { TEST_DATABASE_URL: url } = process.env;

/** What a suite shows on a server holds for the cluster only where both are the same PostgreSQL. */
(url === undefined ? describe.skip : describe)('the server of the tests', () => {
  it('has the major version that is deployed', async () => {
    const server = await openPostgres(String(url));
    const session = await server.session();
    const { rows } = await session.query('SHOW server_version');
    await session.release();
    await server.close();

    expect(rows[0]?.[0]?.split('.')[0]).toBe(ENGINE_VERSION.auroraPostgresMajorVersion);
  });
});
