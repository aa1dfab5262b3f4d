/** Tests the protection of stacks, the values from other stacks, and the repetition of deployment steps (decision 31). */

import { Match } from 'aws-cdk-lib/assertions';

import { appOf, production, stageNamed, StageTemplates, staging, theOne } from '../templates.ts';

test('cdk destroy of production fails before it deletes anything, because the stack that it would delete first is protected', () => {
  const order = ['Watch', 'Service', 'Data'].map((id) => production.stack(id));
  expect(order.map(({ terminationProtection }) => terminationProtection)).toEqual([
    true,
    false, // contains no data, and must be easy to deploy again after a failed first deploy
    true,
  ]);
  const [watch, service, data] = order;
  expect(watch?.dependencies).toContain(service);
  expect(service?.dependencies).toEqual([data]);
});

describe('a value from another stack', () => {
  it('comes from Parameter Store (except in EdgeWatch), because an export cannot change while another stack imports it', () => {
    // EdgeWatch uses Fn::GetStackOutput, because it is in us-east-1, where the parameters do not exist.
    const own = [production, staging].flatMap(({ data, service, watch }) => [data, service, watch]);
    for (const template of own) {
      const text = JSON.stringify(template.toJSON());
      expect(text).not.toMatch(/Fn::GetStackOutput|Fn::ImportValue|"Export"/u);
    }
  });

  it('is read on every deploy if it comes from Parameter Store', () => {
    // `cdk deploy` does not skip a stack that has a parameter without the mark `cdk:skip`. Only the bootstrap version has this
    // mark.
    for (const template of production.all) {
      const marked = template.findParameters('*', {
        Description: Match.stringLikeRegexp('cdk:skip'),
      });
      expect(Object.keys(marked)).toEqual(['BootstrapVersion']);
    }
  });
});

test('in the database set-up and the first copies, the context value "again" changes only the property Again', () => {
  const app = appOf({ Production: stageNamed('Production') }, { again: 'new-password' });
  const again = new StageTemplates(app, 'Production').service;

  for (const type of ['Custom::DatabaseSetUp', 'Custom::FirstCopies']) {
    expect(theOne(again, type).Properties).toEqual({
      ...theOne(production.service, type).Properties,
      Again: 'new-password',
    });
  }
});
