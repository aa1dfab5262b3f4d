/** The metrics of a stage, each where it is reported. */

import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

import { allDirectories } from '../../contract/directories.ts';
import * as names from '../../contract/names.ts';
import type { ServiceStack } from '../service-stack.ts';

const FIVE_MINUTES = Duration.minutes(5);

export class StageMetrics {
  readonly stageName: string;
  readonly #namespace: string;
  readonly #functionName: (directory: string) => string;
  readonly #apiId: string;
  readonly #distributionId: string;

  /** The metrics of a service for the stack that reads them. */
  constructor(reader: Construct, service: ServiceStack) {
    this.stageName = service.stageName;
    this.#namespace = names.metricNamespace(service.stageName);
    this.#functionName = (name) => service.functionNames.get(name)?.in(reader) ?? '';
    this.#apiId = service.apiId.in(reader);
    this.#distributionId = service.distributionId.in(reader);
  }

  /** What the directories' functions report of themselves. */
  reported(metricName: names.MetricName, period = FIVE_MINUTES, statistic: string = Stats.SUM) {
    const about = { namespace: this.#namespace, metricName, period, statistic };
    return allDirectories.map(({ name: label }) => {
      const dimensionsMap = { [names.metricDimension]: label };
      return new Metric({ ...about, dimensionsMap, label });
    });
  }

  /** What Lambda reports of the directories' functions. */
  functions(metricName: 'Duration' | 'Errors' | 'Throttles', period = FIVE_MINUTES): Metric[] {
    const about = { namespace: 'AWS/Lambda', metricName, period, statistic: Stats.SUM };
    return allDirectories.map(({ name: label }) => {
      const dimensionsMap = { FunctionName: this.#functionName(label) };
      return new Metric({ ...about, dimensionsMap, label });
    });
  }

  gateway(metricName: 'Count' | '5xx' | 'DataProcessed', period = FIVE_MINUTES): Metric {
    const dimensionsMap = { ApiId: this.#apiId, Stage: '$default' };
    const about = { namespace: 'AWS/ApiGateway', metricName, dimensionsMap };
    return new Metric({ ...about, period, statistic: Stats.SUM });
  }

  /** Requests that API Gateway turned away, from its log. */
  throttled(): Metric {
    const about = { namespace: this.#namespace, metricName: names.throttledRequests };
    return new Metric({ ...about, period: FIVE_MINUTES, statistic: Stats.SUM });
  }

  /** What CloudFront reports: in us-east-1, wherever the stage is ("CloudFront metrics", its developer guide). */
  edge(metricName: string, statistic: string): Metric {
    const dimensionsMap = { DistributionId: this.#distributionId, Region: 'Global' };
    const about = { namespace: 'AWS/CloudFront', metricName, dimensionsMap, region: 'us-east-1' };
    return new Metric({ ...about, period: FIVE_MINUTES, statistic });
  }
}
