import { Duration } from 'aws-cdk-lib';
import {
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  Metric,
  PeriodOverride,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';

import { metric } from '../../contract/names.ts';
import type { MonitoredService } from '../service-stack.ts';
import { DirectoryMetrics } from './directory-metrics.ts';
import type { PortalDatabase } from './database.ts';

const FIVE_MINUTES = Duration.minutes(5);

/** CloudFront reports there, wherever the stage is ("CloudFront metrics", its developer guide). */
const EDGE_REGION = 'us-east-1';

const HALF_A_ROW = 12;

export interface DashboardProps {
  readonly stageName: string;
  readonly service: MonitoredService;
  readonly database: PortalDatabase;
}

/** The state of a stage on one page: from the visitor's side down to what costs money. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { stageName, service, database }: DashboardProps) {
    super(scope, id);
    const metrics = new DirectoryMetrics(stageName);
    const { edge, api, functions, distributionId } = service;
    const { distribution } = edge;
    const atEdge = {
      region: EDGE_REGION,
      period: FIVE_MINUTES,
      // The construct library does not fill in the second one, and without it no data is found.
      dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
    };

    const summed = { statistic: Stats.SUM, period: FIVE_MINUTES };
    const latency = (percentile: number, label: string) =>
      api.stage.metricLatency({ statistic: Stats.p(percentile), label, period: FIVE_MINUTES });

    new CloudWatchDashboard(this, 'Dashboard', {
      dashboardName: `${stageName}-public-directories`,
      periodOverride: PeriodOverride.INHERIT,
      defaultInterval: Duration.days(1),
      widgets: [
        [
          graph('Requests', [distribution.metricRequests(atEdge)]),
          graph('Share of requests answered by the cache (%)', [
            distribution.metricCacheHitRate(atEdge),
          ]),
        ],
        [
          graph('Answers of the functions by source', [
            metrics.total([metric.freshAnswers], FIVE_MINUTES, 'fresh'),
            metrics.total([metric.memoryAnswers], FIVE_MINUTES, 'from memory'),
            metrics.total([metric.staleAnswers], FIVE_MINUTES, 'stale'),
            metrics.total([metric.failedAnswers], FIVE_MINUTES, 'none'),
          ]),
          graph('Errors that visitors saw (%)', [
            distribution.metric4xxErrorRate(atEdge),
            distribution.metric5xxErrorRate(atEdge),
          ]),
        ],
        [
          graph('Age of what is served (s)', metrics.each(metric.age, Stats.MAXIMUM)),
          graph('Age of the last-good copies (s)', metrics.each(metric.copyAge, Stats.MAXIMUM)),
        ],
        [
          graph('Failed reads by kind', [
            metrics.total([metric.outages], FIVE_MINUTES, 'outages'),
            metrics.total([metric.defects], FIVE_MINUTES, 'defects'),
            metrics.total([metric.snapshotsRefused], FIVE_MINUTES, 'lists refused'),
            metrics.total([metric.copiesNotWritten], FIVE_MINUTES, 'copies not kept'),
          ]),
          graph('Records left out', metrics.each(metric.recordsLeftOut, Stats.MAXIMUM)),
        ],
        [
          graph('Records in a list', metrics.each(metric.records, Stats.MAXIMUM)),
          graph('Size of a list (bytes)', metrics.each(metric.listBytes, Stats.MAXIMUM)),
        ],
        [
          graph('Time of a read (ms)', metrics.each(metric.readTime, Stats.p(95))),
          graph('Time of an answer (ms)', [latency(50, 'half'), latency(99, '99 of 100')]),
        ],
        [
          graph('Cost: database capacity (ACU)', [
            new Metric({
              namespace: 'AWS/RDS',
              metricName: 'ServerlessDatabaseCapacity',
              dimensionsMap: { DBClusterIdentifier: database.clusterIdentifierIn(this) },
              statistic: Stats.AVERAGE,
              period: FIVE_MINUTES,
            }),
          ]),
          graph('Cost: bytes sent to visitors', [distribution.metricBytesDownloaded(atEdge)]),
        ],
        [
          graph(
            'Cost: time of the functions (ms)',
            functions.map(({ directory, function: each }) =>
              each.metricDuration({ ...summed, label: directory.name }),
            ),
          ),
          graph('Cost: requests behind the cache', [api.stage.metricCount(summed)]),
        ],
        [graph('Cost: bytes through the gateway', [api.stage.metricDataProcessed(summed)])],
      ],
    });
  }
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: HALF_A_ROW });
}
