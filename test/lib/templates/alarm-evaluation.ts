/**
 * Which alarms of a template ring, for data that metrics may have. Metric math as its functions are documented
 * ("Metric math syntax and functions", CloudWatch's user guide); the window of an alarm moves on every minute.
 */

import { createContext, runInContext } from 'node:vm';

import type { Resource } from '../templates.ts';

export interface Datum {
  readonly minute: number;
  readonly metric: string;
  /** Of which directory or its function; nothing where there is one metric for all. */
  readonly directory?: string;
  readonly value: number;
}

type DataByMetric = ReadonlyMap<string, readonly Datum[]>;

export interface MetricQuery {
  readonly Id: string;
  readonly Expression?: string;
  readonly ReturnData?: boolean;
  readonly MetricStat?: MetricStat;
}

interface MetricStat {
  readonly Metric: { readonly MetricName: string; readonly Dimensions?: unknown };
  readonly Period: number;
  readonly Stat: string;
}

const statistics: Readonly<Record<string, (sorted: readonly number[]) => number>> = {
  Sum: (sorted) => sorted.reduce((sum, each) => sum + each, 0),
  Maximum: (sorted) => sorted.at(-1) ?? Number.NaN,
  p50: (sorted) => sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN,
};

/** What expressions may call; a value that is missing is NaN. */
const context = createContext({
  FILL: (value: number, other: number): number => (Number.isNaN(value) ? other : value),
  IF: (condition: boolean, yes: number, no: number): number => (condition ? yes : no),
  MAX: (values: readonly number[]): number => {
    const present = values.filter((each) => !Number.isNaN(each));
    return present.length === 0 ? Number.NaN : Math.max(...present);
  },
});

/** Names of the alarms that ring in at least one of the minutes. */
export function ringing(
  alarms: readonly Resource[],
  data: readonly Datum[],
  minutes: readonly number[],
): string[] {
  const byMetric = new Map<string, Datum[]>();
  for (const each of data) byMetric.set(each.metric, [...(byMetric.get(each.metric) ?? []), each]);
  const rings = alarms.filter(({ Properties }) =>
    minutes.some((minute) => isBreached(Properties, byMetric, minute)),
  );
  return rings.map(({ Properties }) => String(Properties['AlarmName']));
}

function isBreached(alarm: Record<string, unknown>, data: DataByMetric, minute: number): boolean {
  const queries = queriesOf(alarm);
  const period = (queries.find(({ MetricStat: stat }) => stat)?.MetricStat?.Period ?? 0) / 60;
  const windows = Array.from({ length: Number(alarm['EvaluationPeriods']) }, (_, index) => index);
  return windows.every((index) => {
    const value = valueAt(queries, data, minute - index * period);
    if (Number.isNaN(value)) return alarm['TreatMissingData'] === 'breaching';
    return value >= Number(alarm['Threshold']);
  });
}

/** An alarm of one metric says it in properties of its own. */
function queriesOf(alarm: Record<string, unknown>): readonly MetricQuery[] {
  if (alarm['Metrics'] !== undefined) return alarm['Metrics'] as readonly MetricQuery[];
  const { MetricName, Dimensions, Period, Statistic } = alarm;
  const stat = { Metric: { MetricName, Dimensions }, Period, Stat: Statistic } as MetricStat;
  return [{ Id: 'only', MetricStat: stat, ReturnData: true }];
}

function valueAt(queries: readonly MetricQuery[], data: DataByMetric, minute: number): number {
  const valueOf = (query: MetricQuery): number => {
    if (query.MetricStat !== undefined) return statisticAt(query.MetricStat, data, minute);
    const script = (query.Expression ?? '').replaceAll(' AND ', ' && ');
    for (const other of queries) {
      const isUsed = other !== query && new RegExp(`\\b${other.Id}\\b`, 'u').test(script);
      if (isUsed) context[other.Id] = valueOf(other);
    }
    return Number(runInContext(script, context));
  };
  const returned = queries.find(({ ReturnData }) => ReturnData !== false);
  if (returned === undefined) throw new Error('The alarm watches nothing');
  return valueOf(returned);
}

function statisticAt({ Metric, Period, Stat }: MetricStat, data: DataByMetric, end: number) {
  const statistic = statistics[Stat];
  if (statistic === undefined) throw new Error(`Not a known statistic: ${Stat}`);
  const dimensions = JSON.stringify(Metric.Dimensions ?? []).toLowerCase();
  const values = (data.get(Metric.MetricName) ?? []).filter(
    ({ minute, directory = '' }) =>
      dimensions.includes(directory) && minute <= end && minute > end - Period / 60,
  );
  if (values.length === 0) return Number.NaN;
  return statistic(values.map(({ value }) => value).toSorted((a, b) => a - b));
}
