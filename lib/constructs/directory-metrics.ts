import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';

import { allDirectories } from '../../contract/directories.ts';
import { type metric, metricDimension, metricNamespace } from '../../contract/names.ts';

export type MetricName = (typeof metric)[keyof typeof metric];

/** What the directories' functions report about themselves. */
export class DirectoryMetrics {
  readonly #namespace: string;

  constructor(stageName: string) {
    this.#namespace = metricNamespace(stageName);
  }

  /** One line for each directory. */
  each(metricName: MetricName, statistic: string, period = Duration.minutes(5)): Metric[] {
    return allDirectories.map(
      ({ name }) =>
        new Metric({
          namespace: this.#namespace,
          metricName,
          dimensionsMap: { [metricDimension]: name },
          label: name,
          statistic,
          period,
        }),
    );
  }

  /** All directories together. */
  total(
    metricNames: readonly MetricName[],
    period: Duration,
    label = metricNames.join(' + '),
  ): IMetric {
    const metrics = metricNames.flatMap((name) =>
      Object.entries(named(name, this.each(name, Stats.SUM, period))),
    );
    return added(Object.fromEntries(metrics), period, label);
  }

  /** The largest of the directories. */
  worst(metricName: MetricName, period: Duration, statistic: string = Stats.MAXIMUM): IMetric {
    const usingMetrics = named(metricName, this.each(metricName, statistic, period));
    const filled = Object.keys(usingMetrics).map((id) => `FILL(${id}, 0)`);
    const expression = `MAX([${filled.join(', ')}])`;
    return new MathExpression({ expression, usingMetrics, label: metricName, period });
  }
}

/** The sum of metrics, any of which may have no data. */
export function added(
  usingMetrics: Record<string, IMetric>,
  period: Duration,
  label: string,
): IMetric {
  const expression = Object.keys(usingMetrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, usingMetrics, period, label });
}

/** With identifiers for an expression: they begin with a small letter, and are unique in a graph or an alarm. */
export function named(prefix: string, metrics: readonly IMetric[]): Record<string, IMetric> {
  const small = prefix.charAt(0).toLowerCase() + prefix.slice(1);
  return Object.fromEntries(metrics.map((each, index) => [`${small}${index}`, each]));
}
