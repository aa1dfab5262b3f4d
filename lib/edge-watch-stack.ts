import { Duration, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';

import { stageOutput } from '../contract/names.ts';
import { AlarmTopic } from './constructs/alarm-topic.ts';
import { type AlarmDefinitions, sumOf } from './constructs/alarms.ts';
import type { ServiceStack } from './service-stack.ts';

interface EdgeWatchStackProps extends StackProps {
  readonly service: ServiceStack;
  readonly alarmEmail: string | undefined;
}

/**
 * Alarms on CloudFront, whose metrics exist only in us-east-1. The stack finds the distribution by the outputs of the service
 * stack. If you destroy the service stack and deploy it again, deploy this stack with --force.
 */
export class EdgeWatchStack extends Stack {
  constructor(scope: Construct, id: string, props: EdgeWatchStackProps) {
    const { service, alarmEmail, ...stackProps } = props;
    super(scope, id, stackProps);
    this.addStackDependency(service);
    const alarms = new AlarmTopic(this, 'Alarm', alarmEmail);
    const output = (name: string): string =>
      Fn.getStackOutput(service.stackName, name, service.region);
    alarms.createAlarms(new Construct(this, 'Alarms'), service.stageName, edgeAlarms(output));
  }
}

function edgeAlarms(output: (name: string) => string): AlarmDefinitions {
  const namespace = 'AWS/CloudFront';
  const region = { Region: 'Global' };
  const errorRate = new Metric({
    namespace,
    metricName: '5xxErrorRate',
    statistic: Stats.AVERAGE,
    dimensionsMap: { ...region, DistributionId: output(stageOutput.distributionId) },
  });
  const functions = [stageOutput.viewerRequest, stageOutput.viewerResponse].map(output);
  const functionErrors = functions.flatMap((FunctionName) =>
    ['FunctionExecutionErrors', 'FunctionValidationErrors'].map(
      (metricName) =>
        new Metric({
          namespace,
          metricName,
          statistic: Stats.SUM,
          dimensionsMap: { ...region, FunctionName },
        }),
    ),
  );
  return {
    'Visitors get errors': {
      meaning: 'For a quarter of an hour, more than one in 20 requests to CloudFront got a 5xx.',
      metric: errorRate,
      period: Duration.minutes(5),
      threshold: 5,
      evaluationPeriods: 3,
    },
    'A function at the edge fails': {
      meaning: 'For a quarter of an hour, a CloudFront Function failed and visitors got a 503.',
      metric: sumOf(functionErrors),
      period: Duration.minutes(5),
      evaluationPeriods: 3,
    },
  };
}
