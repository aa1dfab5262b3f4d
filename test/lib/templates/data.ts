import { Match, type Template } from 'aws-cdk-lib/assertions';

import { ENGINE_VERSION } from '../../../lib/constructs/portal-database.ts';
import { onSession, openPostgres } from '../../../local/local-database.ts';
import {
  appOf,
  bothStages,
  custom,
  production,
  resourcesOf,
  stageNamed,
  StageTemplates,
  theOne,
  variants,
} from '../templates.ts';

test("production's cluster is protected against deletion, and a snapshot is taken before it is deleted or replaced", () => {
  expect(theOne(production.data, 'AWS::RDS::DBCluster')).toMatchObject({
    Properties: { DeletionProtection: true },
    DeletionPolicy: 'Snapshot',
    UpdateReplacePolicy: 'Snapshot',
  });
});

test('if the cluster is restored from a snapshot, the cluster and the secrets keep their logical ids', () => {
  const { database, ...settings } = stageNamed('Production');
  if (database.kind !== 'own') throw new Error('Production does not create a cluster');
  const app = appOf({ Production: { ...settings, database: { ...database, snapshot: 'before' } } });
  const restored = new StageTemplates(app, 'Production').data;
  const warnings = app
    .synth()
    .getNestedAssembly('assembly-Production')
    .stacks.flatMap((stack) => stack.messages);
  expect(JSON.stringify(warnings)).not.toContain('redentials'); // a warning about credentials would make cdk deploy --strict fail
  const idOf = (template: Template, type: string) => resourcesOf(template, type).map(([id]) => id);

  const { Properties } = theOne(production.data, 'AWS::RDS::DBCluster');
  const { DatabaseName: _, MasterUsername: __, ...kept } = Properties;
  expect(theOne(restored, 'AWS::RDS::DBCluster').Properties).toMatchObject({
    ...kept,
    SnapshotIdentifier: 'before',
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

describe.each(bothStages)('in %s,', (_, { data, service }) => {
  it('the database has no connection to the internet', () => {
    for (const type of ['NatGateway', 'InternetGateway', 'SecurityGroupIngress']) {
      data.resourceCountIs(`AWS::EC2::${type}`, 0);
    }
    data.allResourcesProperties('AWS::EC2::SecurityGroup', {
      SecurityGroupIngress: Match.absent(),
    });
  });

  it('the database set-up has no permission with a wildcard', () => {
    const policies = resourcesOf(service, 'AWS::IAM::Policy');
    const [, policy] = policies.find(([id]) => id.startsWith('DatabaseSetUp')) ?? [];
    expect(JSON.stringify(policy)).toMatch(/^(?=.*rds-data:)[^*]+$/u);
  });

  it('the store of last-good copies is retained, unless the first deploy fails', () => {
    expect(theOne(data, 'AWS::S3::Bucket')).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });
});

test('a stage that uses an existing cluster finds it in the region of the stage, and logs in with the given secret', () => {
  const cluster = ['arn:aws:rds:us-west-2:', { Ref: 'AWS::AccountId' }, ':cluster:portal'];
  const { readerSecretArn, databaseName } = variants.Existing.database;
  custom.service.hasResourceProperties('AWS::Lambda::Function', {
    Environment: {
      Variables: {
        DATABASE_CLUSTER_ARN: { 'Fn::Join': ['', cluster] },
        DATABASE_READER_SECRET_ARN: readerSecretArn,
        DATABASE_NAME: databaseName,
      },
    },
  });
});

const { TEST_DATABASE_URL: url } = process.env;

(url === undefined ? describe.skip : describe)('the PostgreSQL server of the tests', () => {
  it('has the same major version as the deployed database', async () => {
    const server = await openPostgres(String(url));
    const { rows } = await onSession(server, async (session) =>
      session.query('SHOW server_version'),
    );
    await server.close();

    expect(rows[0]?.[0]?.split('.')[0]).toBe(ENGINE_VERSION.auroraPostgresMajorVersion);
  });
});
