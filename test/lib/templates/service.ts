import { allDirectories } from '../../../contract/directories.ts';
import { siteEnvironment } from '../../../contract/names.ts';
import { ALARM_EMAIL, bothStages, custom, resourcesOf } from '../templates.ts';

describe.each(bothStages)('in %s,', (_, { service }) => {
  it.each(allDirectories)(
    "the role of the $name function has no wildcard permissions, and no access to the owner's secret, to the writer's secret, or to the copy of another list",
    ({ name }) => {
      const policies = resourcesOf(service, 'AWS::IAM::Policy');
      const own = JSON.stringify(policies.filter(([id]) => id.startsWith(`${name}Role`)));
      const objects = [...own.matchAll(/v1\/\w+/gu)].map(([path]) => path);

      expect(own).not.toMatch(/OwnerSecret|WriterSecret|\*/u);
      expect(objects).toEqual([`v1/${name}`]);
    },
  );
});

describe('a stage with optional settings', () => {
  it('passes the name of the release from the CDK context to a function', () => {
    custom.service.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { [siteEnvironment.release]: 'v1.2.3' } },
    });
  });

  it('has an output with the address of its domain', () => {
    custom.service.hasOutput('Address', { Value: 'https://directory.example.org/v1' });
  });

  it('sends alarms to its e-mail address', () => {
    custom.watch.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: ALARM_EMAIL,
    });
  });
});
