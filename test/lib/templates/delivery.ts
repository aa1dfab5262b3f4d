import type { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';

import type { DirectoryApp } from '../../../lib/directory-app.ts';
import { app, appOf, resourcesOf } from '../templates.ts';

const ISSUER = 'token.actions.githubusercontent.com';
const OURS = { repository: 'owner/name', repositoryIds: '123456/456789' };

function deliveryOf({ node }: DirectoryApp): Template {
  return Template.fromStack(node.findChild('Delivery') as Stack);
}

describe('what delivers the stages', () => {
  let delivery: Template;
  beforeAll(() => {
    delivery = deliveryOf(app);
  });

  it('is there only where a repository is named', () => {
    expect(appOf({}).node.tryFindChild('Delivery')).toBeUndefined();
  });

  it.each(['staging', 'production'])(
    'lets the environment %s of that repository become its role, and nobody else',
    (environment) => {
      delivery.hasResourceProperties('AWS::IAM::Role', {
        AssumeRolePolicyDocument: {
          Statement: [
            {
              Action: 'sts:AssumeRoleWithWebIdentity',
              Condition: {
                StringEquals: {
                  [`${ISSUER}:aud`]: 'sts.amazonaws.com',
                  [`${ISSUER}:sub`]: [
                    `repo:owner/name:environment:${environment}`,
                    `repo:owner@123456/name@456789:environment:${environment}`,
                  ],
                },
              },
            },
          ],
        },
      });
      delivery.resourceCountIs('AWS::IAM::Role', 2);
    },
  );

  it.each([
    ['repositoryIds', { repository: 'owner/name' }],
    ['repositoryIds', { ...OURS, repositoryIds: '123456' }],
    ['repositoryIds', { ...OURS, repositoryIds: '*/456789' }],
    ['repository', { ...OURS, repository: 'owner' }],
    ['repository', { ...OURS, repository: 'owner/*' }],
    ['repository', { ...OURS, repository: 'owner/name:environment:staging' }],
  ])('refuses a %s of another form, and says how to name it: %j', (key, context) => {
    expect(() => appOf({}, context)).toThrow(
      new RegExp(`^The context value ${key} is .*; deploy with: .*-c ${key}=`, 'u'),
    );
  });

  it('lets a role become the two that cdk bootstrap made for deploys, ask what it deployed, and do nothing else', () => {
    const policies = resourcesOf(delivery, 'AWS::IAM::Policy');
    expect(policies).toHaveLength(2);
    for (const [, { Properties }] of policies) {
      const { Statement } = Properties['PolicyDocument'] as {
        readonly Statement: readonly { readonly Action: unknown }[];
      };
      const [become, tryFunctions, find] = Statement.map((statement) => JSON.stringify(statement));
      expect(become).toContain('"Action":"sts:AssumeRole"');
      expect(become).toContain('role/cdk-hnb659fds-deploy-role-');
      expect(become).toContain('role/cdk-hnb659fds-file-publishing-role-');
      expect(become).not.toContain('*');
      expect(Statement.slice(1).map(({ Action }) => Action)).toEqual([
        ['cloudfront:DescribeFunction', 'cloudfront:TestFunction'],
        'cloudformation:DescribeStacks',
      ]);
      expect(tryFunctions).toContain(':function/*"');
      expect(find).toMatch(/:stack\/(?:Staging|Production)-Service\/\*"/u);
    }
  });

  it('makes the provider of GitHub, or takes the one that the account has', () => {
    delivery.resourceCountIs('AWS::IAM::OIDCProvider', 1);
    const second = deliveryOf(appOf({}, { ...OURS, provider: 'existing' }));
    second.resourceCountIs('AWS::IAM::OIDCProvider', 0);
  });
});
