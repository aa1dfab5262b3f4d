import {
  environment,
  forgetBefore,
  functionOutput,
  metric,
  metricDimension,
  metricNamespace,
  refreshSeconds,
  serviceStackName,
  siteEnvironment,
  stageOutput,
} from '../../contract/names.ts';
import { copyMetadata } from '../../contract/last-good.ts';

/** Names that two parts of the service agree on: what one writes, the other looks for. */
describe('a name', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['metric', Object.values(metric), /^[A-Z][A-Za-z]+$/u],
    [
      'environment variable',
      [
        ...Object.values(environment),
        ...Object.values(siteEnvironment),
        forgetBefore,
        refreshSeconds,
      ],
      /^[A-Z][A-Z_]+$/u,
    ],
    ['output of the stack', Object.values(stageOutput), /^[A-Z][A-Za-z]+$/u],
    // S3 sends them as headers, and so in lower case.
    ['metadata of a copy', Object.values(copyMetadata), /^[a-z][a-z0-9-]+$/u],
  ])('of a %s is its own, and in the form that AWS takes', (_, names, form) => {
    for (const name of names) expect(name).toMatch(form);
    expect(new Set(names).size).toBe(names.length);
  });

  it('of a namespace of metrics has the stage in it: stages share an account', () => {
    expect(metricNamespace('Staging')).toBe('PublicDirectory/Staging');
    expect(metricNamespace('Production')).not.toBe(metricNamespace('Staging'));
  });

  it('of the namespace and of the dimension of the metrics is the one that Powertools uses', () => {
    expect(environment.metricNamespace).toBe('POWERTOOLS_METRICS_NAMESPACE');
    expect(metricDimension).toBe('service');
  });

  it('of a stack and of an output with a function is made of the stage and of the directory', () => {
    expect(serviceStackName('Staging')).toBe('Staging-Service');
    expect(functionOutput('startups')).toBe('StartupsFunction');
    expect(functionOutput('jobs')).toBe('JobsFunction');
  });
});
