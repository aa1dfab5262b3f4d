/** How a deploy fails, is tried again and is refused (docs/decisions/031). */

import type { Stack } from 'aws-cdk-lib';

import {
  appOf,
  type Resource,
  resourcesOf,
  StageTemplates,
  stageNamed,
  theOne,
} from './templates.ts';

const production = new StageTemplates('Production');

function stackOf(id: string): Stack {
  return production.stage.node.findChild(id) as Stack;
}

describe('cdk destroy of production', () => {
  it('is refused by the stack that it begins with, and the data would refuse too', () => {
    const order = ['Watch', 'Service', 'Data'].map((id) => stackOf(id));
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
    for (const template of [...production.all, ...new StageTemplates('Staging').all]) {
      const text = JSON.stringify(template.toJSON());
      expect(text).not.toMatch(/Fn::GetStackOutput|Fn::ImportValue|"Export"/u);
    }
  });

  it('has a parameter in the stack that makes it for each stack that reads it', () => {
    const templates = production.all.map(
      (template) => template.toJSON() as { readonly Parameters: Record<string, Parameter> },
    );
    const read = templates
      .flatMap(({ Parameters }) => Object.values(Parameters))
      .filter(({ Type }) => Type === 'AWS::SSM::Parameter::Value<String>')
      .flatMap(({ Default, Description }) => {
        // Where the description says so, `cdk deploy` skips the stack without looking at the value.
        const isOfBootstrap = Description?.includes('[cdk:skip]') === true;
        return isOfBootstrap ? [] : [Default];
      });
    const made = production.all.flatMap((template) =>
      resourcesOf(template, 'AWS::SSM::Parameter').map(([, { Properties }]) =>
        String(Properties['Name']),
      ),
    );
    expect(new Set(read)).toEqual(new Set(made));
  });
});

interface Parameter {
  readonly Type: string;
  readonly Default: string;
  readonly Description?: string;
}

describe('the set-up of the database', () => {
  it('comes before the functions, and so before their first copies', () => {
    const { service } = production;
    const [[setUp] = []] = resourcesOf(service, 'Custom::DatabaseSetUp');
    const functions = resourcesOf(service, 'AWS::Lambda::Function').filter(([id]) =>
      /^(?:startups|founders|jobs)/u.test(id),
    );
    expect(functions).toHaveLength(3);
    for (const [, { DependsOn }] of functions) expect(DependsOn).toContain(setUp);

    const { Functions: first } = theOne(service, 'Custom::FirstCopies').Properties;
    expect(Object.values(first as object)).toEqual(functions.map(([Ref]) => ({ Ref })));
  });

  it('is not in the stack of the cluster, which could not be rolled back', () => {
    production.data.resourceCountIs('AWS::Lambda::Function', 0);
  });

  it('runs again by hand, though nothing else has changed, and the first copies with it', () => {
    const [before, after] = [{}, { again: 'new-password' }].map((context) => {
      const app = appOf({ Production: stageNamed('Production') }, context);
      const artifact = app
        .synth({ validateOnSynthesis: false })
        .getNestedAssembly('assembly-Production');
      const { Resources } = artifact.getStackByName('Production-Service').template as {
        readonly Resources: Record<string, Pick<Resource, 'Type' | 'Properties'>>;
      };
      return Object.values(Resources);
    });
    for (const type of ['Custom::DatabaseSetUp', 'Custom::FirstCopies']) {
      const [one, other] = [before, after].map(
        (resources) => resources?.find(({ Type }) => Type === type)?.Properties,
      );
      expect(one).toBeDefined();
      expect(other).toEqual({ ...one, Again: 'new-password' });
    }
  });
});
