/**
 * What is worth waking the operator for: what needs a person to act, once for each cause.
 *
 * A list is refreshed every 15 minutes, so one failed read in half an hour has been corrected by the next: an alarm
 * about reads needs two. CloudWatch moves the window of an alarm on every minute ("Alarm evaluation window", its user
 * guide), and takes at most ten metrics in an expression.
 */

import { Aws, Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

import { allDirectories } from '../../contract/directories.ts';
import { LARGEST_BODY_BYTES, visitorLimits } from '../../contract/limits.ts';
import { metric } from '../../contract/names.ts';
import type { StageMetrics } from './metrics.ts';

const { MAXIMUM, MINIMUM } = cloudwatch.Stats;

const A_QUARTER = Duration.minutes(15);
const HALF_AN_HOUR = Duration.minutes(30);
const ONE_HOUR = Duration.hours(1);
const OLD_SECONDS = Duration.hours(2).toSeconds();

/** More than once in half an hour does not end by itself. */
const TWICE = 2;

/** A seventh of what the gateway allows, 5 requests a second of 0.4 MB; caches that ask every minute cause a tenth of this. */
const BYPASS_BYTES_AN_HOUR = 1e9;

interface AlarmDefinition {
  readonly meaning: string;
  readonly metric: cloudwatch.IMetric;
  /** The threshold; 1 if omitted. */
  readonly from?: number;
  /** For so many periods in a row. */
  readonly periods?: number;
  /** Whether missing data counts as a failure. */
  readonly ringsWhenMissing?: boolean;
}

/** Each by its name, which is what the operator must think, and the heading of its section in the runbook. */
function alarmDefinitions(metrics: StageMetrics): Readonly<Record<string, AlarmDefinition>> {
  const outages = metrics.reported(metric.outages, HALF_AN_HOUR);
  const fresh = metrics.reported(metric.freshReads, HALF_AN_HOUR);
  const lost = metrics.reported(metric.copyFailures, HALF_AN_HOUR);
  const age = metrics.reported(metric.copyAge, HALF_AN_HOUR, MINIMUM);
  const bytes = metrics.reported(metric.listBytes, ONE_HOUR, MAXIMUM);
  const ms = metrics.reported(metric.readTime, ONE_HOUR, cloudwatch.Stats.p(50)); // not one slow read
  return {
    'Visitors get old data': {
      meaning: 'For half an hour the database was unavailable, and a list was never fresh.',
      metric: listsWhere((i) => `FILL(outages${i}, 0) >= ${TWICE} AND FILL(fresh${i}, 0) < 1`, {
        outages,
        fresh,
      }),
    },
    'Something is wrong with the database': {
      meaning: 'It answers, but wrongly, or it does not let us in. That does not heal itself.',
      metric: sumOf(metrics.reported(metric.defects, HALF_AN_HOUR)),
      from: TWICE,
    },
    'A list is refused': {
      meaning: 'A list was read, but publishing it as it is would do harm.',
      metric: sumOf(metrics.reported(metric.listsRefused, HALF_AN_HOUR)),
      from: TWICE,
    },
    'Entries are missing from a list': {
      meaning: 'For an hour records were left out for a bad value in a required field.',
      metric: sumOf(metrics.reported(metric.recordsLeftOut, A_QUARTER)),
      periods: 4,
    },
    'Copies are not kept': {
      meaning: 'Last-good copies cannot be written or read for half an hour.',
      metric: sumOf(metrics.reported(metric.copyFailures, A_QUARTER)),
      periods: 2,
    },
    'A last-good copy is old': {
      meaning: 'Refreshes do not run: a copy is older than two hours, or a list reports nothing.',
      metric: listsWhere(
        // A read or a write that fails has an alarm of its own.
        (i) =>
          `FILL(age${i}, ${OLD_SECONDS}) >= ${OLD_SECONDS} AND FILL(fresh${i}, 1) > 0 AND FILL(lost${i}, 0) < 1`,
        { age, fresh, lost },
      ),
      ringsWhenMissing: true,
    },
    'The service answers with errors': {
      meaning: 'A function failed, or API Gateway answered 5xx; the edge serves the copy, if any.',
      metric: new cloudwatch.MathExpression({
        expression: 'MAX([crashes, FILL(answers, 0)])', // a crash behind the gateway is both, and counts once
        usingMetrics: {
          crashes: sumOf(metrics.functions('Errors', HALF_AN_HOUR)),
          answers: metrics.gateway('5xx', HALF_AN_HOUR),
        },
        period: HALF_AN_HOUR,
      }),
      from: TWICE,
    },
    'Requests are throttled': {
      meaning: 'For a quarter of an hour API Gateway or Lambda turned requests away.',
      metric: sumOf([metrics.throttled(), ...metrics.functions('Throttles')]),
      from: 10,
      periods: 3,
    },
    'The cache is bypassed': {
      meaning: 'API Gateway sent more in an hour than a cache in front of it can ask for.',
      metric: metrics.gateway('DataProcessed', ONE_HOUR),
      from: BYPASS_BYTES_AN_HOUR,
    },
    'A list outgrows its limits': {
      meaning: 'A list is past two thirds of what an answer or a read can hold.',
      metric: listsWhere(
        (i) =>
          `MAX([FILL(bytes${i}, 0) / ${LARGEST_BODY_BYTES}, FILL(ms${i}, 0) / ${visitorLimits.databaseMs}]) >= 2 / 3`,
        { bytes, ms },
      ),
    },
  };
}

/** The sum of metrics, any of which may have no data. */
function sumOf(metrics: readonly cloudwatch.Metric[]): cloudwatch.MathExpression {
  const ids = metrics.map(({ metricName }, index) => `${metricName.toLowerCase()}${index}`);
  const usingMetrics = Object.fromEntries(metrics.map((each, index) => [ids[index] ?? '', each]));
  return expressionIn(usingMetrics, ids.map((id) => `FILL(${id}, 0)`).join(' + '));
}

/** For how many lists a condition holds. @param condition - of the list with an index, in metrics with the index at their end. */
function listsWhere(
  condition: (index: number) => string,
  byName: Readonly<Record<string, readonly cloudwatch.Metric[]>>,
): cloudwatch.MathExpression {
  const named = Object.entries(byName).flatMap(([name, metrics]) =>
    metrics.map((each, index) => [`${name}${index}`, each] as const),
  );
  const counted = allDirectories.map((_, index) => `IF(${condition(index)}, 1, 0)`);
  return expressionIn(Object.fromEntries(named), counted.join(' + '));
}

/** An expression has the period of its metrics. */
function expressionIn(usingMetrics: Record<string, cloudwatch.Metric>, expression: string) {
  const period = Object.values(usingMetrics)[0]?.period ?? HALF_AN_HOUR;
  return new cloudwatch.MathExpression({ expression, usingMetrics, period });
}

/** The alarms of a stage. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, metrics: StageMetrics, topic: ITopic) {
    super(scope, id);
    const action = new SnsAction(topic);
    for (const [name, definition] of Object.entries(alarmDefinitions(metrics))) {
      const { meaning, from = 1, periods = 1, ringsWhenMissing = false } = definition;
      const anchor = name.toLowerCase().replaceAll(' ', '-');
      const identifier = name.replaceAll(/ (.)/gu, (_, letter: string) => letter.toUpperCase());
      const alarm = new cloudwatch.Alarm(this, identifier, {
        alarmName: `${metrics.stageName}: ${name}`,
        alarmDescription: `${meaning} What to do: docs/runbook.md#${anchor}`,
        metric: definition.metric,
        threshold: from,
        evaluationPeriods: periods,
        treatMissingData: ringsWhenMissing
          ? cloudwatch.TreatMissingData.BREACHING
          : cloudwatch.TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }
}

/** Notifies the operator, once they have confirmed their address to SNS. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, email?: string) {
    // Not encrypted with the key that AWS manages for SNS: alarms may not use that one, and would not be delivered.
    super(scope, id, { displayName: 'Public directories', enforceSSL: true });

    // A topic with a policy no longer has the default one, which lets alarms publish.
    const conditions = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } };
    for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com']) {
      this.grantPublish(new ServicePrincipal(service, { conditions }));
    }

    if (email !== undefined) this.addSubscription(new EmailSubscription(email));
  }
}
