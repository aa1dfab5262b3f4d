import { type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';

import type { DirectoryApp } from '../../../lib/directory-app.ts';
import { appOf, stageNamed } from '../templates.ts';

const OURS = { repository: 'owner/name', repositoryIds: '123456/456789' };

function deliveryOf({ node }: DirectoryApp, id = 'Delivery'): Template {
  return Template.fromStack(node.findChild(id) as Stack);
}

describe('the delivery stack', () => {
  it('exists only if the context names a repository', () => {
    expect(appOf({}).node.tryFindChild('Delivery')).toBeUndefined();
  });

  it('does not let a role use the account of another stage', () => {
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

    expect(JSON.stringify(ofStaging.toJSON())).not.toMatch(/222222222222|production/iu);
    expect(JSON.stringify(ofProduction.toJSON())).not.toMatch(/111111111111|staging/iu);
    // A role can deploy only through the CDK's bootstrap roles in its own account. The role of staging therefore cannot deploy
    // these stacks, because they all belong to the account of production.
    for (const name of ['Data', 'Service', 'Watch', 'EdgeWatch']) {
      const stack = two.node.findChild('Production').node.findChild(name) as Stack;
      expect(stack.account).toBe('222222222222');
      expect(JSON.stringify(Template.fromStack(stack).toJSON())).not.toContain('111111111111');
    }
  });
});
