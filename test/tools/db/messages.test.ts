/** What `npm run db` says of wrong usage, and of what AWS answers. */

import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';

import { db, type DbDependencies } from '../../../tools/db.ts';
import { awsError } from '../../support/aws/aws-error.ts';
import { cluster, ownerSecret, readerSecret } from '../../support/database/data-api-client.ts';
import { sqlFolder } from '../../support/database/local-set-up.ts';
import { applyTarget, target } from '../../support/db-command.ts';
import { runCommand } from '../../support/run-command.ts';

const clusterOption = ['--cluster', cluster.clusterArn];
const aClusterArn = 'arn:aws:rds:<region>:<account>:cluster:<name>';
const aSecretArn = 'arn:aws:secretsmanager:<region>:<account>:secret:<name>';

test.each<[readonly string[], string]>([
  [['look', ...target], 'There is no command "look": use check or apply.'],
  [['check'], `--cluster is missing: give ${aClusterArn}.`],
  [['check', ...clusterOption], `--secret is missing: give ${aSecretArn}.`],
  [['apply', ...target], `--reader-secret is missing: give ${aSecretArn}.`],
  ...['portal', ownerSecret, 'arn:aws:rds:eu-west-1:1:db:portal', 'arn:aws:rds::1:cluster:a'].map(
    (arn): [readonly string[], string] => [
      ['check', '--cluster', arn, '--secret', ownerSecret],
      `--cluster takes an ARN such as ${aClusterArn}, not "${arn}".`,
    ],
  ),
  [['check', ...target, '--database', ''], '--database takes the name of a database.'],
  [['check', ...target, '--dry-run'], '--dry-run does not belong to check.'],
  [
    ['check', ...target, '--reader-secret', readerSecret],
    '--reader-secret does not belong to check.',
  ],
  [['apply', ...applyTarget, '--json'], '--json does not belong to apply.'],
])('%j is told in one sentence', async (args, sentence) => {
  expect(await runCommand(db, args, {} as DbDependencies)).toEqual({
    code: 2,
    output: '',
    complaint: `${sentence} See: npm run db -- --help`,
  });
});

describe('what AWS answers', () => {
  const clients = { rdsData: new RDSDataClient(), secrets: new SecretsManagerClient() };
  const rdsData = mockClient(clients.rdsData);
  const secrets = mockClient(clients.secrets);
  let now: number;
  let dependencies: DbDependencies;
  beforeEach(() => {
    now = 0;
    dependencies = {
      rdsData: () => clients.rdsData,
      secrets: () => clients.secrets,
      waiting: {
        now: () => now,
        pause: async (milliseconds) => {
          now += milliseconds;
        },
      },
      folder: sqlFolder,
    };
  });

  const run = async (...args: readonly string[]) => runCommand(db, args, dependencies);

  const sqlError = 'DatabaseErrorException';

  test.each([
    [
      'AccessDeniedException',
      'no',
      /^AWS does not allow this: the caller needs rds-data:ExecuteStatement, .* on the secrets \(AccessDeniedException: no\)\.$/u,
    ],
    ['CredentialsProviderError', 'none', /^There are no AWS credentials: log in \(aws sso login/u],
    ['ExpiredTokenException', 'old', /^AWS does not accept the credentials: log in again/u],
    ['NotFoundException', 'no', /^There is no such cluster in this account: compare its ARN/u],
    [
      'HttpEndpointNotEnabledException',
      'no',
      /^The cluster has no Data API: enable it \(aws rds enable-http-endpoint/u,
    ],
    ['DatabaseNotFoundException', 'no', /^The cluster has no instance: add a writer instance/u],
    ['DatabaseResumingException', 'later', /^The cluster is not ready: try again in a minute/u],
    ['SecretsErrorException', 'no', /^The secret cannot be used: name one with a username and a/u],
    ['InvalidSecretException', 'no', /^The secret cannot be used: /u],
    [
      'ThrottlingException',
      'Rate exceeded',
      /^AWS reports an error \(ThrottlingException: Rate exceeded\)\.$/u,
    ],
    [
      sqlError,
      'FATAL: database "portals" does not exist; SQLState: 3D000',
      /^There is no such database in the cluster: name the one of the portal \(.*"portals"/u,
    ],
    [
      sqlError,
      'FATAL: password authentication failed for user "owner"; SQLState: 28P01',
      /^The database does not accept the user and the password of the secret/u,
    ],
    [
      sqlError,
      'ERROR: permission denied for schema directory; SQLState: 42501',
      /^The user of the secret may not do this in the database: use the secret of its owner/u,
    ],
    [
      sqlError,
      'ERROR: disk full',
      /^The database reports an error \(DatabaseErrorException: ERROR: disk full\)\.$/u,
    ],
  ])('%s: %s is told in one sentence', async (name, message, sentence) => {
    rdsData.rejects(awsError(name, message));

    const { code, output, complaint } = await run('check', ...target, '--database', 'portals');

    expect(complaint.split('\n').at(-1)).toMatch(sentence);
    expect([code, output]).toEqual([1, '']);
  });

  test('a secret that is not there is told', async () => {
    secrets.rejects(awsError('ResourceNotFoundException', 'no'));

    const { code, complaint } = await run('apply', ...applyTarget);

    expect(complaint).toMatch(/^There is no such secret: compare its ARN with the console/u);
    expect(code).toBe(1);
  });

  test('a bug of ours is thrown and not told as if AWS had said it', async () => {
    rdsData.rejects(new TypeError('x is not a function'));

    await expect(run('check', ...target)).rejects.toThrow(TypeError);
  });
});
