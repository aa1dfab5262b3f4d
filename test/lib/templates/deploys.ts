/** Failed, repeated and refused deploys (docs/decisions/031). */

import { Match } from 'aws-cdk-lib/assertions';

import { appOf, production, stageNamed, StageTemplates, staging, theOne } from '../templates.ts';

test('cdk destroy of production begins with a protected stack, and the data is protected too', () => {
  const order = ['Watch', 'Service', 'Data'].map((id) => production.stack(id));
  expect(order.map(({ terminationProtection }) => terminationProtection)).toEqual([
    true,
    false, // CDK cannot try a protected stack again whose first deploy failed
    true,
  ]);
  const [watch, service, data] = order;
  expect(watch?.dependencies).toContain(service);
  expect(service?.dependencies).toEqual([data]);
});

describe('a value of another stack', () => {
  it('is read from Parameter Store at every deploy, and never frozen in an export', () => {
    // But for the alarms in another region, where the parameter is not.
    const own = [production, staging].flatMap(({ data, service, watch }) => [data, service, watch]);
    for (const template of own) {
      const text = JSON.stringify(template.toJSON());
      expect(text).not.toMatch(/Fn::GetStackOutput|Fn::ImportValue|"Export"/u);
    }
  });

  it('is looked at by every deploy', () => {
    // `cdk deploy` skips a stack if only parameters with this mark changed. The version of the bootstrap has it.
    for (const template of production.all) {
      const marked = template.findParameters('*', {
        Description: Match.stringLikeRegexp('cdk:skip'),
      });
      expect(Object.keys(marked)).toEqual(['BootstrapVersion']);
    }
  });
});

test('the database set-up and the first copies run again by hand if nothing else changed', () => {
  const app = appOf({ Production: stageNamed('Production') }, { again: 'new-password' });
  const again = new StageTemplates(app, 'Production').service;

  for (const type of ['Custom::DatabaseSetUp', 'Custom::FirstCopies']) {
    expect(theOne(again, type).Properties).toEqual({
      ...theOne(production.service, type).Properties,
      Again: 'new-password',
    });
  }
});
