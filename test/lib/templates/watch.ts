import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Template } from 'aws-cdk-lib/assertions';

import { allDirectories } from '../../../contract/directories.ts';
import { metric, metricDimension, metricNamespace } from '../../../contract/names.ts';
import { production, resourcesOf, stageNamed, staging, theOne } from '../templates.ts';

interface MetricOfAlarm {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

interface Alarm extends MetricOfAlarm {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly Metrics?: readonly { readonly MetricStat?: { readonly Metric: MetricOfAlarm } }[];
}

const { watch, edgeWatch, service } = production;
const readText = (file: string) => readFileSync(path.join(__dirname, '../../..', file), 'utf8');

const alarmsIn = (template: Template) =>
  resourcesOf(template, 'AWS::CloudWatch::Alarm').map(
    ([, { Properties }]) => Properties as unknown as Alarm,
  );
const alarms = [...alarmsIn(watch), ...alarmsIn(edgeWatch ?? watch)];
const headingOf = ({ AlarmName }: Alarm) => AlarmName.replace('Production: ', '');

/** Returns the metrics of an alarm. An alarm with only one metric has the metric's name and dimensions as properties. */
function metricsOf(alarm: Alarm): readonly MetricOfAlarm[] {
  return alarm.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) ?? [alarm];
}

describe('the alarms', () => {
  it('have a description with a link to their section of the runbook', () => {
    for (const alarm of alarms) {
      const anchor = headingOf(alarm).toLowerCase().replaceAll(' ', '-');
      expect(alarm.AlarmDescription).toMatch(
        new RegExp(`^[A-Z].*\\. What to do: docs/runbook\\.md#${anchor}$`, 'u'),
      );
    }
    const headings = readText('docs/runbook.md').match(/(?<=^## ).*$/gmu) ?? [];
    const ofAlarms = alarms.map(headingOf);
    expect(headings).toEqual(expect.arrayContaining(ofAlarms));
    expect(headings.filter((each) => !ofAlarms.includes(each))).toEqual([
      'First look',
      'The month costs more than planned',
      'A deploy failed',
      'By hand',
      'Rehearse on one machine',
    ]);
  });

  it('have at most ten metrics each', () => {
    for (const alarm of alarms) expect(metricsOf(alarm).length).toBeLessThanOrEqual(10);
  });

  it('do not exist in staging', () => {
    expect([alarmsIn(staging.watch), staging.edgeWatch]).toEqual([[], undefined]);
  });

  it('cover every metric that the functions report, for each directory', () => {
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
});

test('a line of the access log is valid JSON even if it contains an error message', () => {
  const { Properties } = theOne(service, 'AWS::ApiGatewayV2::Stage');
  const { Format } = Properties['AccessLogSettings'] as { readonly Format: string };
  // API Gateway Developer Guide, "Customize HTTP API access logs": messageString is the quoted value of message.
  const line = Format.replaceAll('$context.error.messageString', '"Too Many Requests"')
    .replaceAll('$context.error.message', 'Too Many Requests')
    .replaceAll('$context.status', '429');

  expect(JSON.parse(line)).toMatchObject({ status: '429', error: 'Too Many Requests' });
});

describe('the table of costs', () => {
  const page = readText('docs/deploy.md');
  const rows = [...page.matchAll(/^\| (.+?) +\|.*\| +\**([\d.-]+)\** \| +\**([\d.-]+)\** \|$/gmu)];
  const columns = [2, 3].map((column) =>
    rows.map((row) => Number((row[column] ?? '').replace('-', '0'))),
  );
  const budget = stageNamed('Production').monthlyBudgetDollars ?? 0;

  it('adds up, and the budget is one and a half times the cost of both stages, rounded up to a multiple of ten', () => {
    for (const column of columns) {
      const sumOfRows = column.slice(0, -1).reduce((total, each) => total + each, 0);
      expect(column.at(-1)).toBe(Math.round(sumOfRows));
    }
    const both = columns.reduce((total, column) => total + (column.at(-1) ?? 0), 0);
    expect(budget).toBe(Math.ceil((both * 1.5) / 10) * 10);
  });

  it('contains the numbers of alarms and metrics', () => {
    const watched = alarms.flatMap(metricsOf).length;
    const reported = Object.values(metric).length * allDirectories.length;
    expect(page).toContain(`Alarms, ${alarms.length} on ${watched} metrics`);
    expect(page).toContain(`Custom metrics, ${reported} `);
  });
});
