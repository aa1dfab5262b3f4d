import type {
  RDSDataClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes,
} from '@aws-sdk/client-rds-data';
import { type AwsStub, mockClient } from 'aws-sdk-client-mock';

import { openCopyOf } from '../../support/database/databases.ts';
import { applyTarget, runDb, target } from '../../support/db-command.ts';
import { LocalSetUp } from '../../support/database/local-set-up.ts';

let local: LocalSetUp;
beforeAll(async () => {
  local = await LocalSetUp.open(async () => openCopyOf('empty'));
}, 60_000);
beforeEach(async () => {
  await local.api.faults.set('up');
  local.holdPassword();
});
afterAll(async () => local.close());

test.each([
  [
    'denied',
    /^AWS does not allow this: the caller needs rds-data:ExecuteStatement, .* on the secrets \(AccessDeniedException: .*\)\.$/u,
  ],
  [
    'NotFoundException',
    /^There is no cluster arn:aws:rds:eu-west-1:123456789012:cluster:local in this account: compare/u,
  ],
  [
    'HttpEndpointNotEnabledException',
    /^The cluster has no Data API: enable it \(aws rds enable-http-endpoint/u,
  ],
  ['DatabaseNotFoundException', /^The cluster has no instance: add a writer instance/u],
  ['resuming', /^The cluster is not ready: try again in a minute/u],
  ['SecretsErrorException', /^The secret cannot be used: name one with a username and a password/u],
  ['InvalidSecretException', /^The secret cannot be used: /u],
  ['throttled', /^AWS reports an error: ThrottlingException: Rate exceeded\.$/u],
])('%s is told in one sentence', async (fault, sentence) => {
  await local.api.faults.set(fault);

  const { code, output, complaint } = await runDb(local, ['check', ...target]);

  expect(complaint.split('\n').at(-1)).toMatch(sentence);
  expect([code, output]).toEqual([1, '']);
});

test('a database that is not there is told by its name', async () => {
  const { code, complaint } = await runDb(local, ['check', ...target, '--database', 'portals']);

  expect(code).toBe(1);
  expect(complaint).toMatch(
    /^There is no database "portals" in the cluster arn:aws:rds:.*: name the one that the portal uses/u,
  );
});

test('a secret that is not there is told', async () => {
  local.secrets.secrets.clear();

  const { code, complaint } = await runDb(local, ['apply', ...applyTarget]);

  expect(code).toBe(1);
  expect(complaint).toMatch(/^There is no such secret: compare its ARN with the console/u);
});

describe('what only AWS itself answers', () => {
  let aws: AwsStub<ServiceInputTypes, ServiceOutputTypes, RDSDataClientResolvedConfig>;
  beforeEach(() => {
    aws = mockClient(local.dependencies.rdsData);
  });
  afterEach(() => {
    aws.restore();
  });

  const failingWith = async (name: string, message: string): Promise<string> => {
    aws.rejects(Object.assign(new Error(message), { name, $metadata: {} }));
    return (await runDb(local, ['check', ...target])).complaint;
  };

  test.each([
    [
      'CredentialsProviderError',
      'Could not load',
      /^There are no AWS credentials: log in \(aws sso/u,
    ],
    ['ExpiredTokenException', 'expired', /^AWS does not accept the credentials: log in again/u],
    [
      'DatabaseErrorException',
      'FATAL: password authentication failed for user "owner"; SQLState: 28P01',
      /^The database does not accept the user and the password of the secret/u,
    ],
    [
      'DatabaseErrorException',
      'ERROR: permission denied for schema directory; SQLState: 42501',
      /^The user of the secret may not do this in the database: use the secret of its owner/u,
    ],
    [
      'DatabaseErrorException',
      'ERROR: disk full',
      /^The database reports an error: ERROR: disk full\.$/u,
    ],
  ])('%s: %s', async (name, message, sentence) => {
    expect(await failingWith(name, message)).toMatch(sentence);
  });

  test('a bug of ours is thrown and not told as if AWS had said it', async () => {
    aws.rejects(new TypeError('x is not a function'));

    await expect(runDb(local, ['check', ...target])).rejects.toThrow(TypeError);
  });
});
