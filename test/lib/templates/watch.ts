import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Template } from 'aws-cdk-lib/assertions';

import { allDirectories } from '../../../contract/directories.ts';
import { metric, metricDimension, metricNamespace } from '../../../contract/names.ts';
import {
  ALARM_EMAIL,
  custom,
  production,
  resourcesOf,
  stageNamed,
  staging,
  theOne,
} from '../templates.ts';

interface MetricOfAlarm {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

interface Query {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: {
    readonly Metric: MetricOfAlarm;
    readonly Period: number;
    readonly Stat: string;
  };
}

interface Alarm extends MetricOfAlarm {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly ComparisonOperator: string;
  readonly Threshold: number;
  readonly EvaluationPeriods: number;
  readonly TreatMissingData: string;
  readonly Period: number;
  readonly Statistic: string;
  readonly Metrics?: readonly Query[];
  readonly AlarmActions: readonly unknown[];
  readonly OKActions: readonly unknown[];
}

const { watch, edgeWatch, service } = production;
const readText = (file: string) => readFileSync(path.join(__dirname, '../../..', file), 'utf8');

const alarmsIn = (template: Template) =>
  resourcesOf(template, 'AWS::CloudWatch::Alarm').map(
    ([, { Properties }]) => Properties as unknown as Alarm,
  );
const serviceAlarms = alarmsIn(watch);
const edgeAlarms = alarmsIn(edgeWatch ?? watch);
const alarms = [...serviceAlarms, ...edgeAlarms];
const headingOf = ({ AlarmName }: Alarm) => AlarmName.replace('Production: ', '');

/** An alarm of one metric says it in properties of its own. */
function metricsOf(alarm: Alarm): readonly (MetricOfAlarm & { readonly stat: string })[] {
  const { Metrics: queries } = alarm;
  if (queries === undefined) return [{ ...alarm, stat: `${alarm.Statistic} of ${alarm.Period} s` }];
  return queries.flatMap(({ MetricStat: stat }) =>
    stat === undefined ? [] : [{ ...stat.Metric, stat: `${stat.Stat} of ${stat.Period} s` }],
  );
}

/** What an alarm looks at, and from when on it rings. */
function definitionOf(alarm: Alarm): readonly string[] {
  const expressions = (alarm.Metrics ?? []).flatMap(({ Expression: text }) => text ?? []);
  const metrics = metricsOf(alarm).map(({ MetricName, stat }) => `${MetricName}: ${stat}`);
  const missing = alarm.TreatMissingData === 'breaching' ? ', or without data' : '';
  const rings = `from ${alarm.Threshold}, ${alarm.EvaluationPeriods} times${missing}`;
  return [[...new Set(metrics)].join(', '), rings, ...expressions];
}

const overLists = (text: string, glue = ' + ') =>
  [0, 1, 2].map((index) => text.replaceAll('#', String(index))).join(glue);
const sum = (id: string) => overLists(`FILL(${id}#, 0)`);
const lists = (condition: string) => overLists(`IF(${condition}, 1, 0)`);

describe('the alarms', () => {
  it.each<[name: string, ...definition: string[]]>([
    [
      'Visitors get old data',
      'Outages: Sum of 1800 s, FreshReads: Sum of 1800 s',
      'from 1, 1 times',
      lists('FILL(outages#, 0) >= 2 AND FILL(fresh#, 0) < 1'),
    ],
    [
      'Something is wrong with the database',
      'Defects: Sum of 1800 s',
      'from 2, 1 times',
      sum('defects'),
    ],
    ['A list is refused', 'ListsRefused: Sum of 1800 s', 'from 2, 1 times', sum('listsrefused')],
    [
      'Entries are missing from a list',
      'RecordsLeftOut: Sum of 900 s',
      'from 1, 4 times',
      sum('recordsleftout'),
    ],
    ['Copies are not kept', 'CopyFailures: Sum of 900 s', 'from 1, 2 times', sum('copyfailures')],
    [
      'A last-good copy is old',
      'CopyAge: Minimum of 1800 s, FreshReads: Sum of 1800 s, CopyFailures: Sum of 1800 s',
      'from 1, 1 times, or without data',
      lists('FILL(age#, 7200) >= 7200 AND FILL(fresh#, 1) > 0 AND FILL(lost#, 0) < 1'),
    ],
    [
      'The service answers with errors',
      'Errors: Sum of 1800 s, 5xx: Sum of 1800 s',
      'from 2, 1 times',
      'MAX([crashes, FILL(answers, 0)])',
      sum('errors'),
    ],
    [
      'Requests are throttled',
      'RequestsThrottled: Sum of 300 s, Throttles: Sum of 300 s',
      'from 10, 3 times',
      'FILL(requeststhrottled0, 0) + FILL(throttles1, 0) + FILL(throttles2, 0) + FILL(throttles3, 0)',
    ],
    ['The cache is bypassed', 'DataProcessed: Sum of 3600 s', 'from 1000000000, 1 times'],
    ['Visitors get errors', '5xxErrorRate: Average of 300 s', 'from 5, 3 times'],
    [
      'A function at the edge fails',
      'FunctionExecutionErrors: Sum of 300 s, FunctionValidationErrors: Sum of 300 s',
      'from 1, 3 times',
      'FILL(functionexecutionerrors0, 0) + FILL(functionvalidationerrors1, 0) + FILL(functionexecutionerrors2, 0) + FILL(functionvalidationerrors3, 0)',
    ],
    [
      'A list outgrows its limits',
      'ListBytes: Maximum of 3600 s, ReadTime: p50 of 3600 s',
      'from 1, 1 times',
      lists('MAX([FILL(bytes#, 0) / 6283264, FILL(ms#, 0) / 3000]) >= 2 / 3'),
    ],
  ])('%s: is defined so', (name, ...definition) => {
    const alarm = alarms.find((each) => headingOf(each) === name);
    expect(alarm && definitionOf(alarm)).toEqual(definition);
  });

  it('say what they mean and link to their section of the runbook, which has one for each', () => {
    for (const alarm of alarms) {
      const anchor = headingOf(alarm).toLowerCase().replaceAll(' ', '-');
      expect(alarm.AlarmDescription).toMatch(
        new RegExp(`^[A-Z].*\\. What to do: docs/runbook\\.md#${anchor}$`, 'u'),
      );
    }
    const headings = [...readText('docs/runbook.md').matchAll(/^## (.*)$/gmu)].map(
      ([, each]) => each,
    );
    expect(new Set(headings)).toEqual(
      new Set([
        ...alarms.map(headingOf),
        'First look',
        'The month costs more than planned',
        'A deploy failed',
        'By hand',
        'Rehearse on one machine',
      ]),
    );
  });

  it('are twelve, over ten metrics each at most, and there are none where the stage wants none', () => {
    expect(alarms).toHaveLength(12);
    for (const alarm of alarms) expect(metricsOf(alarm).length).toBeLessThanOrEqual(10);
    staging.watch.resourceCountIs('AWS::CloudWatch::Alarm', 0);
    expect(staging.edgeWatch).toBeUndefined();
  });

  it('ring when a value is high, at the topic, when they begin and when they end', () => {
    for (const { ComparisonOperator, AlarmActions, OKActions } of alarms) {
      expect(ComparisonOperator).toBe('GreaterThanOrEqualToThreshold');
      expect(AlarmActions).toHaveLength(1);
      expect(OKActions).toEqual(AlarmActions);
    }
  });

  it('look at every metric that the functions report, of each of the three directories', () => {
    const own = alarms
      .flatMap(metricsOf)
      .filter(({ Namespace }) => Namespace === metricNamespace('Production'));
    const found = own.map(({ MetricName, Dimensions = [] }) =>
      [MetricName, ...Dimensions.flatMap(({ Name, Value }) => [Name, Value])].join(' '),
    );

    const reported = Object.values(metric).flatMap((name) =>
      allDirectories.map((directory) => `${name} ${metricDimension} ${directory.name}`),
    );
    expect([...new Set(found)].toSorted()).toEqual([...reported, 'RequestsThrottled'].toSorted());
  });

  it('find the metric of throttled requests where the access log puts it', () => {
    service.hasResourceProperties('AWS::Logs::MetricFilter', {
      FilterPattern: '{ $.status = "429" }',
      MetricTransformations: [
        {
          MetricName: 'RequestsThrottled',
          MetricNamespace: metricNamespace('Production'),
          MetricValue: '1',
          DefaultValue: 0,
        },
      ],
    });
  });
});

test('what visitors get is watched where CloudFront has its metrics, of the distribution of the stage', () => {
  const found = (output: string) => ({
    'Fn::GetStackOutput': {
      StackName: 'Production-Service',
      OutputName: output,
      Region: 'eu-west-1',
    },
  });
  const dimensions = edgeAlarms
    .flatMap(metricsOf)
    .flatMap(({ Dimensions = [] }) => Dimensions.map(({ Name, Value }) => [Name, Value]));

  expect(production.stack('EdgeWatch').region).toBe('us-east-1');
  expect(dimensions).toEqual(
    expect.arrayContaining([
      ['Region', 'Global'],
      ['DistributionId', found('DistributionId')],
      ['FunctionName', found('ViewerRequestFunction')],
      ['FunctionName', found('ViewerResponseFunction')],
    ]),
  );
  edgeWatch?.resourceCountIs('AWS::SNS::Topic', 1);
});

test('a line of the access log is JSON, whatever an error says', () => {
  const { Properties } = theOne(service, 'AWS::ApiGatewayV2::Stage');
  const { Format } = Properties['AccessLogSettings'] as { readonly Format: string };
  // API Gateway Developer Guide, "Customize HTTP API access logs": messageString is the quoted value of message.
  const line = Format.replaceAll('$context.error.messageString', '"Too Many Requests"')
    .replaceAll('$context.error.message', 'Too Many Requests')
    .replaceAll('$context.status', '429');

  expect(JSON.parse(line)).toMatchObject({ status: '429', error: 'Too Many Requests' });
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

describe('the table of costs', () => {
  const page = readText('docs/deploy.md');
  const rows = [...page.matchAll(/^\| (.+?) +\|.*\| +\**([\d.-]+)\** \| +\**([\d.-]+)\** \|$/gmu)];
  const columns = [2, 3].map((column) =>
    rows.map((row) => Number((row[column] ?? '').replace('-', '0'))),
  );
  const budget = stageNamed('Production').monthlyBudgetDollars ?? 0;

  it('adds up, and the budget is one and a half times the sum of both stages, in tens', () => {
    for (const column of columns) {
      const sumOfRows = column.slice(0, -1).reduce((total, each) => total + each, 0);
      expect(column.at(-1)).toBe(Math.round(sumOfRows));
    }
    const both = columns.reduce((total, column) => total + (column.at(-1) ?? 0), 0);
    expect(budget).toBe(Math.ceil((both * 1.5) / 10) * 10);
  });

  it('counts the metrics', () => {
    const watched = alarms.flatMap(metricsOf).length;
    const reported = Object.values(metric).length * allDirectories.length;
    expect(page).toContain(`Alarms, ${alarms.length} over ${watched} metrics`);
    expect(page).toContain(`Custom metrics, ${reported} `);
  });

  it('is watched: the topic is told at 80 % of the month and when 100 % is forecast', () => {
    watch.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: budget } },
      NotificationsWithSubscribers: [
        { Notification: { NotificationType: 'ACTUAL', Threshold: 80 } },
        { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
      ],
    });
  });
});

test('the dashboard shows what each alarm looks at, where there are alarms', () => {
  const { Properties } = theOne(watch, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(Properties['DashboardBody']).replaceAll('\\"', '"');

  const titles = [...body.matchAll(/"title":"([^"]+)"/gu)].map(([, title]) => title);
  expect(titles).toEqual(serviceAlarms.map(headingOf));
  expect(body.match(/"annotations":\{"alarms":\[/gu)).toHaveLength(serviceAlarms.length);
  staging.watch.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
});
