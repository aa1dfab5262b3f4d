/** What rings which alarm, and what does not: a site without visitors, whose lists are refreshed every 15 minutes. */

import { allDirectories } from '../../../contract/directories.ts';
import { metric } from '../../../contract/names.ts';
import { type Datum, type MetricQuery, ringing } from './alarm-evaluation.ts';
import { production, resourcesOf } from '../templates.ts';

const alarms = resourcesOf(production.watch, 'AWS::CloudWatch::Alarm').map(([, alarm]) => alarm);

const END = 9 * 60;
const EVERY = 15;

type Values = Readonly<Record<string, number>>;

/** What a refresh reports, zeros as well; `minutes` since the last one that went well. */
const zeros: Values = Object.fromEntries(
  [
    metric.freshAnswers,
    metric.staleAnswers,
    metric.failedAnswers,
    metric.outages,
    metric.defects,
    metric.snapshotsRefused,
    metric.recordsLeftOut,
    metric.copiesNotWritten,
    metric.copiesUnreadable,
  ].map((name) => [name, 0]),
);
const fresh: Values = {
  ...zeros,
  [metric.freshAnswers]: 1,
  [metric.copyAge]: 0,
  [metric.readTime]: 80,
  [metric.listBytes]: 400_000,
  [metric.answerBytes]: 40_000,
};
const stale = (minutes: number): Values => ({
  ...zeros,
  [metric.staleAnswers]: 1,
  [metric.copyAge]: minutes * 60,
});
const unavailable = (minutes: number): Values => ({ ...stale(minutes), [metric.outages]: 1 });
const defect = (minutes: number): Values => ({ ...stale(minutes), [metric.defects]: 1 });
const refused = (minutes: number): Values => ({ ...defect(minutes), [metric.snapshotsRefused]: 1 });
const notKept = (minutes: number): Values => ({
  ...fresh,
  [metric.copiesNotWritten]: 1,
  [metric.copyAge]: minutes * 60,
});

/** Every refresh is fresh, but those of one list from hour 4 until `until` are as `outcome` says. */
function refreshes(outcome: (minutes: number) => Values | undefined, until = END): Datum[] {
  const from = 4 * 60;
  const minutes = Array.from({ length: END / EVERY }, (_, index) => index * EVERY);
  return minutes.flatMap((minute) =>
    allDirectories.flatMap(({ name }) => {
      const isHit = name === 'founders' && minute >= from && minute < until;
      const values = isHit ? outcome(minute - from + EVERY) : fresh;
      return Object.entries(values ?? {}).map(([key, value]) => ({
        minute,
        metric: key,
        directory: name,
        value,
      }));
    }),
  );
}

const allWell = refreshes(() => fresh);
const once = 4 * 60 + 1;

function also(metricName: string, times: number, value: number, directory?: string): Datum[] {
  const extra = Array.from({ length: times }, (_, index) => ({
    minute: 4 * 60 + index,
    metric: metricName,
    ...(directory === undefined ? {} : { directory }),
    value,
  }));
  return [...allWell, ...extra];
}

/** From the third hour on: before, the longest windows are not full. A third of the time between two refreshes. */
const minutes = Array.from({ length: (END - 180) / 5 }, (_, index) => 180 + 5 * index);

function rings(data: readonly Datum[]): string[] {
  return ringing(alarms, data, minutes).map((name) => name.replace('Production: ', ''));
}

describe('nothing rings', () => {
  it.each([
    ['while all is well', allWell],
    ['for one failed refresh', refreshes(unavailable, once)],
    ['for one refresh with a defect', refreshes(defect, once)],
    ['for one refused list', refreshes(refused, once)],
    ['for an entry that is corrected within the hour', refreshes(leftOut, 4 * 60 + 45)],
    ['for one copy that could not be written', refreshes(notKept, once)],
    ['for one read of 2.5 s', refreshes(() => ({ ...fresh, [metric.readTime]: 2500 }), once)],
    ['for a refresh that EventBridge leaves out', refreshes(() => undefined, once)],
    ['for one 429', also('RequestsThrottled', 1, 1)],
    ['for a burst of 429 in five minutes', also('RequestsThrottled', 5, 100)],
    ['for one 5xx of the gateway', also('5xx', 1, 1)],
    ['for one crash of a function, which is a 5xx too', [...also('5xx', 1, 1), crash(0)]],
    [
      'for the bytes of a busy site, whose caches ask every minute',
      also('DataProcessed', 400, 2e6),
    ],
  ])('%s', (_, data) => {
    expect(rings(data)).toEqual([]);
  });
});

describe('one alarm rings', () => {
  it.each([
    ['Visitors get old data', 'an outage of an hour', refreshes(unavailable, 5 * 60)],
    ['Visitors get old data', 'an outage of five hours', refreshes(unavailable, END)],
    ['Something is wrong with the database', 'a wrong password', refreshes(defect, END)],
    ['A list is refused', 'a list that lost its records', refreshes(refused, END)],
    ['Entries are missing from a list', 'a record without a name', refreshes(leftOut, END)],
    ['Copies are not kept', 'a lost permission to write', refreshes(notKept, END)],
    ['A last-good copy is old', 'a function that never starts', refreshes(() => undefined)],
    ['A last-good copy is old', 'a schedule that is switched off', allWell.filter(before(6))],
    ['The service answers with errors', 'two 5xx of the gateway', also('5xx', 2, 1)],
    ['The service answers with errors', 'two crashes', [...allWell, crash(0), crash(15)]],
    ['Requests are throttled', '429 for a quarter of an hour', also('RequestsThrottled', 20, 5)],
    ['Requests are throttled', 'no process left in the account', also('Throttles', 20, 5, 'jobs')],
    ['The cache is bypassed', 'a stranger at the gateway', also('DataProcessed', 60, 1.2e8)],
    [
      'A list outgrows its limits',
      'reads of 2.1 s',
      refreshes(() => ({ ...fresh, [metric.readTime]: 2100 })),
    ],
    [
      'A list outgrows its limits',
      'a list of 4.3 MB',
      refreshes(() => ({ ...fresh, [metric.listBytes]: 4.3e6 })),
    ],
  ])('%s: %s', (name, _, data) => {
    expect(rings(data)).toEqual([name]);
  });
});

describe('the alarms', () => {
  it('watch ten metrics at most, which is what CloudWatch takes', () => {
    for (const { Properties } of alarms) {
      const queries = (Properties['Metrics'] ?? []) as readonly MetricQuery[];
      const stats = queries.filter(({ MetricStat: stat }) => stat !== undefined);
      expect(stats.length).toBeLessThanOrEqual(10);
    }
  });
});

function leftOut(): Values {
  return { ...fresh, [metric.recordsLeftOut]: 1 };
}

function crash(after: number): Datum {
  return { minute: 4 * 60 + after, metric: 'Errors', directory: 'startups', value: 1 };
}

function before(hour: number) {
  return ({ minute }: Datum): boolean => minute < hour * 60;
}
