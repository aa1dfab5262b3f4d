/** How a deploy fails, is tried again and is refused (docs/decisions/031). */

import {
  appOf,
  production,
  resourcesOf,
  stageNamed,
  StageTemplates,
  staging,
  theOne,
} from '../templates.ts';

describe('cdk destroy of production', () => {
  it('is refused by the stack that it begins with, and the data would refuse too', () => {
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

  it('has a parameter in the stack that makes it for each stack that reads it', () => {
    const read = production.all
      .flatMap((template) => Object.values(template.findParameters('*')))
      .filter(({ Type }) => Type === 'AWS::SSM::Parameter::Value<String>')
      // Where the description says so, `cdk deploy` skips the stack without looking at the value.
      .filter(({ Description }) => !String(Description).includes('[cdk:skip]'))
      .map(({ Default }) => String(Default));
    const made = production.all.flatMap((template) =>
      resourcesOf(template, 'AWS::SSM::Parameter').map(([, { Properties }]) =>
        String(Properties['Name']),
      ),
    );
    expect(new Set(read)).toEqual(new Set(made));
  });
});

describe('the set-up of the database', () => {
  const { service } = production;

  it('comes before the functions, and so before their first copies', () => {
    const [[setUp] = []] = resourcesOf(service, 'Custom::DatabaseSetUp');
    const functions = resourcesOf(service, 'AWS::Lambda::Function').filter(([id]) =>
      /^(?:startups|founders|jobs)/u.test(id),
    );
    expect(functions).toHaveLength(3);
    for (const [, { DependsOn }] of functions) expect(DependsOn).toContain(setUp);

    const { Functions: first } = theOne(service, 'Custom::FirstCopies').Properties;
    expect(Object.values(first as object)).toEqual(functions.map(([Ref]) => ({ Ref })));
  });

  it('runs again by hand, though nothing else has changed, and the first copies with it', () => {
    const app = appOf({ Production: stageNamed('Production') }, { again: 'new-password' });
    const again = new StageTemplates(app, 'Production').service;

    for (const type of ['Custom::DatabaseSetUp', 'Custom::FirstCopies']) {
      expect(theOne(again, type).Properties).toEqual({
        ...theOne(service, type).Properties,
        Again: 'new-password',
      });
    }
  });
});
