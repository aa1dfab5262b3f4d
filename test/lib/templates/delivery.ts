import { type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';

import type { DirectoryApp } from '../../../lib/directory-app.ts';
import { appOf, type Resource, resourcesOf, stageNamed } from '../templates.ts';

const OURS = { repository: 'owner/name', repositoryIds: '123456/456789' };

function deliveryOf({ node }: DirectoryApp, id = 'Delivery'): Template {
  return Template.fromStack(node.findChild(id) as Stack);
}

/** Everything that the role of a stage may do, as ARNs that it may assume. */
function mayBecome(delivery: Template, stage: string): readonly string[] {
  const policies = resourcesOf(delivery, 'AWS::IAM::Policy');
  const [, policy] = policies.find(([id]) => id.startsWith(stage)) ?? [];
  const { Statement } = (policy as Resource).Properties['PolicyDocument'] as {
    readonly Statement: readonly { readonly Action: unknown; readonly Resource: unknown }[];
  };
  expect(Statement.map(({ Action }) => Action)).toEqual(['sts:AssumeRole']);
  const text = JSON.stringify(Statement.map(({ Resource }) => Resource))
    .replaceAll('{"Ref":"AWS::Partition"}', '"<AWS::Partition>"')
    .replaceAll('{"Ref":"AWS::AccountId"}', '"<AWS::AccountId>"')
    .replaceAll(/\{"Fn::Join":\["",\[(.*?)\]\]\}/gu, (_, parts: string) =>
      JSON.stringify((JSON.parse(`[${parts}]`) as string[]).join('')),
    );
  return ((JSON.parse(text) as unknown[]).flat() as string[]).toSorted();
}

function rolesIn(account: string, regions: readonly string[]): readonly string[] {
  return ['deploy', 'file-publishing'].flatMap((name) =>
    regions.map(
      (region) =>
        `arn:<AWS::Partition>:iam::${account}:role/cdk-hnb659fds-${name}-role-${account}-${region}`,
    ),
  );
}

describe('what delivers the stages', () => {
  it('is there only where a repository is named', () => {
    expect(appOf({}).node.tryFindChild('Delivery')).toBeUndefined();
  });

  it('with an account for each stage, lets no role of staging reach the account of production', () => {
    const two = appOf(
      {
        Staging: { ...stageNamed('Staging'), account: '111111111111' },
        Production: { ...stageNamed('Production'), account: '222222222222' },
      },
      OURS,
    );
    const [ofStaging, ofProduction] = ['111111111111', '222222222222'].map((account) =>
      deliveryOf(two, `Delivery-${account}`),
    ) as [Template, Template];

    expect(mayBecome(ofStaging, 'Staging')).toEqual(rolesIn('111111111111', ['eu-west-1']));
    expect(JSON.stringify(ofStaging.toJSON())).not.toMatch(/222222222222|production/iu);
    expect(JSON.stringify(ofProduction.toJSON())).not.toMatch(/111111111111|staging/iu);
    // Nobody else may become what deploys: the bootstrap's roles trust their own account.
    for (const name of ['Data', 'Service', 'Watch', 'EdgeWatch']) {
      const stack = two.node.findChild('Production').node.findChild(name) as Stack;
      expect(stack.account).toBe('222222222222');
      expect(JSON.stringify(Template.fromStack(stack).toJSON())).not.toContain('111111111111');
    }
  });
});
