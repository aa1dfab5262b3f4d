import { readFileSync } from 'node:fs';
import path from 'node:path';

import { allDirectories } from '../../../contract/directories.ts';
import { metric, metricDimension, metricNamespace } from '../../../contract/names.ts';
import {
  ALARM_EMAIL,
  custom,
  production,
  type Resource,
  resourcesOf,
  stageNamed,
  staging,
  theOne,
} from '../templates.ts';

const { watch, service } = production;

const alarms = resourcesOf(watch, 'AWS::CloudWatch::Alarm').map(([, alarm]) => alarm);
const readme = readFileSync(path.join(__dirname, '../../../README.md'), 'utf8');
const runbook = readFileSync(path.join(__dirname, '../../../docs/runbook.md'), 'utf8');

/** The heading of its section in the runbook. */
function headingOf({ Properties }: Resource): string {
  return String(Properties['AlarmName']).replace('Production: ', '');
}

interface MetricStat {
  readonly Metric: {
    readonly Namespace: string;
    readonly MetricName: string;
    readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  };
}

const anything: unknown = expect.anything();

/** Every metric that an alarm looks at. */
const watched = alarms.flatMap(({ Properties }) =>
  Properties['Metrics'] === undefined
    ? [Properties as unknown as MetricStat['Metric']]
    : (Properties['Metrics'] as { readonly MetricStat?: MetricStat }[]).flatMap(
        ({ MetricStat: stat }) => (stat === undefined ? [] : [stat.Metric]),
      ),
);

describe('the alarms', () => {
  it('are about ten, and there are none where the stage wants none', () => {
    expect(alarms).toHaveLength(10);
    staging.watch.resourceCountIs('AWS::CloudWatch::Alarm', 0);
  });

  it.each(alarms.map((alarm) => [headingOf(alarm), alarm] as const))(
    '%s: says what it means and links to its section of the runbook',
    (heading, { Properties }) => {
      const anchor = heading.toLowerCase().replaceAll(' ', '-');
      expect(Properties['AlarmDescription']).toMatch(
        new RegExp(`^[A-Z].*\\. What to do: docs/runbook\\.md#${anchor}$`, 'u'),
      );
    },
  );

  it('have a section each, and no section is without its alarm', () => {
    const headings = [...runbook.matchAll(/^## (.*)$/gmu)].map(([, heading]) => heading);
    const names = alarms.map(headingOf);
    expect(headings).toEqual(expect.arrayContaining(names));
    const others = headings.filter((heading) => !names.includes(heading ?? ''));
    expect(others).toEqual([
      'First look',
      'The month costs more than planned',
      'A deploy failed',
      'Maintenance',
      'By hand',
      'Rehearse on one machine',
    ]);
  });

  it('ring when a value is high, at the topic, when they begin and when they end', () => {
    for (const { Properties } of alarms) {
      expect(Properties['ComparisonOperator']).toBe('GreaterThanOrEqualToThreshold');
      expect(Properties['AlarmActions']).toHaveLength(1);
      expect(Properties['OKActions']).toEqual(Properties['AlarmActions']);
    }
  });

  it('look only at metrics that the functions report, of each of the three directories', () => {
    const own = watched.filter(({ Namespace }) => Namespace === metricNamespace('Production'));
    const names = new Set<string>(Object.values(metric));
    const reported = own.filter(({ MetricName }) => names.has(MetricName));
    const dimensions = reported.map(({ Dimensions }) => Dimensions);
    expect(dimensions).toEqual(dimensions.map(() => [{ Name: metricDimension, Value: anything }]));
    expect(new Set(dimensions.map((all) => all?.[0]?.Value))).toEqual(
      new Set(allDirectories.map(({ name }) => name)),
    );
    const others = own.filter(({ MetricName }) => !names.has(MetricName));
    expect(others.map(({ MetricName }) => MetricName)).toEqual(['RequestsThrottled']);
    expect(reported.length).toBeGreaterThan(20);
  });

  it('find the metric of throttled requests where the access log puts it', () => {
    service.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: '{ $.status = "429" }',
      MetricTransformations: [
        {
          MetricName: 'RequestsThrottled',
          MetricNamespace: metricNamespace('Production'),
          MetricValue: '1',
        },
      ],
    });
  });
});

describe('the topic', () => {
  it('lets alarms and budgets of this account publish, and only over TLS', () => {
    watch.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: [
          { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
          {
            Effect: 'Allow',
            Action: 'sns:Publish',
            Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      },
    });
  });

  it('has the address of the stage as a subscriber, where there is one', () => {
    watch.resourceCountIs('AWS::SNS::Subscription', 0);

    custom.watch.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: ALARM_EMAIL,
    });
  });

  it('is not encrypted with a key that alarms may not use', () => {
    expect(theOne(watch, 'AWS::SNS::Topic').Properties['KmsMasterKeyId']).toBeUndefined();
  });
});

describe('the budget', () => {
  const budget = stageNamed('Production').monthlyBudgetDollars ?? 0;
  const rows = [
    ...readme.matchAll(/^\| (.+?) +\|.*\| +\**([\d.-]+)\** \| +\**([\d.-]+)\** \|$/gmu),
  ];
  const columns = [2, 3].map((column) =>
    rows.map((row) => Number((row[column] ?? '').replace('-', '0'))),
  );

  it('is one and a half times what the table of costs says for both stages, in tens', () => {
    const sum = columns.reduce((total, column) => total + (column.at(-1) ?? 0), 0);
    expect(budget).toBe(Math.ceil((sum * 1.5) / 10) * 10);
  });

  it.each([0, 1])('is made of a table whose column %i adds up', (index) => {
    const column = columns[index] ?? [];
    const sum = column.slice(0, -1).reduce((total, each) => total + each, 0);
    expect(column.length).toBeGreaterThan(12);
    expect(column.at(-1)).toBe(Math.round(sum));
  });

  it('counts the metrics of the alarms', () => {
    expect(readme).toContain(`Alarms, ${alarms.length} over ${watched.length} metrics`);
  });

  it('tells the topic at 80 % of the month and when 100 % is forecast', () => {
    watch.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: budget } },
      NotificationsWithSubscribers: [
        { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
        { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
      ],
    });
  });
});

describe('the dashboard', () => {
  const { Properties } = theOne(watch, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(Properties['DashboardBody']).replaceAll('\\"', '"');

  it('is there for staging too', () => {
    staging.watch.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
  });

  it.each([
    'Requests',
    'CacheHitRate',
    metric.freshAnswers,
    metric.staleAnswers,
    metric.age,
    metric.copyAge,
    metric.outages,
    metric.defects,
    metric.recordsLeftOut,
    metric.listBytes,
    metric.records,
    'Latency',
    'ServerlessDatabaseCapacity',
    'BytesDownloaded',
  ])('shows %s', (name) => {
    expect(body).toContain(`"${name}"`);
  });

  it('looks for the metrics of CloudFront in the one region where they are', () => {
    expect(body).toMatch(/"AWS\/CloudFront","CacheHitRate".*?"region":"us-east-1"/u);
    expect(body.match(/"AWS\/CloudFront","\w+"/gu)).toHaveLength(5);
    expect(
      body.match(/"AWS\/CloudFront","\w+","DistributionId",[^\]]*?"Region","Global"/gu),
    ).toHaveLength(5);
  });
});
