import { directories } from '../../contract/directories.ts';
import { metric, metricDimension, metricNamespace } from '../../contract/names.ts';
import { unavailable } from '../../contract/routing.ts';
import { directoryAnswers } from '../../lambda/directory/answer.ts';
import { DatabaseDefect } from '../../lambda/directory/failure.ts';
import { asResponse } from '../../lambda/directory/render.ts';
import { report, reporterOf } from '../../lambda/directory/report.ts';
import { type Copy, type CopyWrite, makeSnapshot } from '../../lambda/aws/last-good.ts';
import { FakeDependencies, plainGet } from '../support/aws/fake-dependencies.ts';
import { many, startup, uuidOf } from '../support/records/records.ts';

const NAMESPACE = metricNamespace('Test');

/** Metrics that are no counts. */
const units: ReadonlyMap<string, string> = new Map([
  [metric.readTime, 'Milliseconds'],
  [metric.copyAge, 'Seconds'],
  [metric.listBytes, 'Bytes'],
]);

type Line = Readonly<Record<string, unknown>>;

let dependencies: FakeDependencies;
let written: Line[];

beforeEach(() => {
  dependencies = new FakeDependencies();
  dependencies.records = many(3, startup);
  written = [];
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    jest.spyOn(console, level).mockImplementation((...[text]: readonly unknown[]) => {
      written.push(JSON.parse(String(text)) as Line);
    });
  }
  // Logger and metrics then write to the console that this test listens to.
  jest.replaceProperty(process, 'env', {
    POWERTOOLS_DEV: 'true',
    POWERTOOLS_METRICS_DISABLED: 'false',
  });
});

/** The log line and the metrics of an answer; of the last one where there are several. */
async function reported(answers = 1): Promise<{ log: Line; metrics: Line }> {
  const reporter = reporterOf('startups', NAMESPACE);
  const answer = directoryAnswers(directories.startups, dependencies);
  for (let request = 0; request < answers; request += 1) {
    written = [];
    const startedAt = dependencies.clock.now();
    report(reporter, 'startups', await answer(plainGet), startedAt + 5, 5);
  }
  return linesOfOne();
}

function linesOfOne(): { log: Line; metrics: Line } {
  return {
    log: written.find((line) => 'message' in line) ?? {},
    metrics: written.find((line) => '_aws' in line) ?? {},
  };
}

function storeCopy(count: number, ageMs = 0): void {
  dependencies.copy = makeSnapshot(many(count, startup), dependencies.clock.now() - ageMs);
}

async function outage(): Promise<never> {
  return Promise.reject(Object.assign(new Error('?'), { name: 'DatabaseUnavailableException' }));
}

describe('a fresh answer', () => {
  const bytes = Buffer.byteLength(JSON.stringify(many(3, startup)));

  it('writes this log line, word for word', async () => {
    const { log } = await reported();

    const { sampling_rate: _, timestamp, xray_trace_id: __, ...line } = log;
    expect(timestamp).toEqual(expect.any(String));
    expect(line).toEqual({
      level: 'INFO',
      message: 'answered',
      service: 'startups',
      directory: 'startups',
      status: 200,
      source: 'database',
      fromMemory: false,
      milliseconds: 5,
      answerBytes: bytes,
      records: 3,
      listBytes: bytes,
      ageSeconds: 0,
      readMs: 0,
      copy: 'absent',
      kept: 'written',
    });
  });

  it('gives every metric of the contract its value, zeros too', async () => {
    const { metrics } = await reported();

    const values = {
      [metric.freshReads]: 1,
      [metric.outages]: 0,
      [metric.defects]: 0,
      [metric.listsRefused]: 0,
      [metric.recordsLeftOut]: 0,
      [metric.copyFailures]: 0,
      [metric.readTime]: 0,
      [metric.copyAge]: 0,
      [metric.listBytes]: bytes,
    };
    expect(Object.keys(values).toSorted()).toEqual(Object.values(metric).toSorted());
    expect(metrics).toMatchObject({ service: 'startups', ...values });
  });

  it('gives its metrics their units, and the one dimension by which an alarm finds them', async () => {
    const { metrics } = await reported();

    const ofEach = Object.values(metric).map((Name) => ({
      Name,
      Unit: units.get(Name) ?? 'Count',
    }));
    expect(metrics['_aws']).toMatchObject({
      CloudWatchMetrics: [
        {
          Namespace: NAMESPACE,
          Dimensions: [[metricDimension]],
          Metrics: expect.arrayContaining(ofEach) as unknown,
        },
      ],
    });
  });
});

describe('an answer', () => {
  it('from memory has a log line and no metrics', async () => {
    const { log } = await reported(2);

    expect(log).toMatchObject({ level: 'INFO', fromMemory: true });
    for (const key of ['readMs', 'copy', 'kept', 'failure', 'leftOut', 'copyReason']) {
      expect(log).not.toHaveProperty(key);
    }
  });

  it('that is stale in an outage is a warning and tells the age', async () => {
    dependencies.onRead = outage;
    storeCopy(3, 7_200_000);

    const { log, metrics } = await reported();

    expect(log).toMatchObject({
      level: 'WARN',
      source: 'last-good',
      ageSeconds: 7200,
      failure: { kind: 'outage', reason: 'DatabaseUnavailableException' },
    });
    expect(metrics).toMatchObject({
      [metric.freshReads]: 0,
      [metric.outages]: 1,
      [metric.copyAge]: 7200,
    });
  });

  it('has no age below zero: clocks of processes differ', async () => {
    dependencies.onRead = outage;
    storeCopy(3, -2000);

    const { log, metrics } = await reported();

    expect(metrics).toMatchObject({ [metric.copyAge]: 0 });
    expect(log).toMatchObject({ ageSeconds: 0 });
  });

  it('that is a 503 is an error, and says nothing of what it does not know', async () => {
    dependencies.onRead = outage;

    const { log, metrics } = await reported();

    expect(log).toMatchObject({
      level: 'ERROR',
      status: 503,
      source: 'none',
      copy: 'absent',
      failure: { kind: 'outage' },
    });
    for (const key of ['readMs', 'records', 'listBytes', 'ageSeconds', 'kept', 'setToNull']) {
      expect(log).not.toHaveProperty(key);
    }
    for (const name of [metric.readTime, metric.copyAge, metric.listBytes]) {
      expect(metrics).not.toHaveProperty(name);
    }
    expect(metrics).toMatchObject({
      [metric.freshReads]: 0,
      [metric.outages]: 1,
      [metric.defects]: 0,
      [metric.recordsLeftOut]: 0,
    });
  });

  it('whose snapshot was refused is an error, though it is a 200', async () => {
    dependencies.records = [];
    storeCopy(120);

    const { log, metrics } = await reported();

    expect(log).toMatchObject({ level: 'ERROR', status: 200 });
    expect(metrics).toMatchObject({ [metric.listsRefused]: 1, [metric.defects]: 0 });
  });

  it('whose defect is hidden by a copy is an error, and is counted as no outage', async () => {
    storeCopy(3);
    dependencies.onRead = async () =>
      Promise.reject(new DatabaseDefect('AccessDeniedException, HTTP 403'));

    const { log, metrics } = await reported();

    expect(log).toMatchObject({ level: 'ERROR', status: 200 });
    expect(metrics).toMatchObject({
      [metric.defects]: 1,
      [metric.outages]: 0,
      [metric.listsRefused]: 0,
    });
  });

  it('that nobody foresaw the end of is an error with a line of its own', () => {
    const answer = { response: asResponse(unavailable), fromMemory: false };

    report(reporterOf('startups', NAMESPACE), 'startups', answer, 0, 5);

    expect(linesOfOne().log).toMatchObject({ level: 'ERROR', source: 'none', status: 503 });
  });
});

it.each([
  ['leftOut', { slug: 'no slug of ada@example.com' }, 'setToNull'],
  ['setToNull', { website_url: 'javascript:alert(1)' }, 'leftOut'],
])(
  'what is in %s is a warning: twenty are named at most, all are counted, no value is told',
  async (key, bad, otherKey) => {
    dependencies.records = many(300, (number) => startup(number, number <= 25 ? bad : {}));

    const { log, metrics } = await reported();

    expect(log).toMatchObject({ level: 'WARN', [otherKey]: [] });
    expect(log[key]).toHaveLength(20);
    expect(log[key]).toContainEqual({ id: uuidOf(20), field: Object.keys(bad)[0] });
    expect(JSON.stringify(log)).not.toMatch(/javascript|ada@/u);
    expect(metrics).toMatchObject({
      [metric.recordsLeftOut]: key === 'leftOut' ? 25 : 0,
    });
  },
);

describe('the last-good copy', () => {
  const found = (): Copy => {
    const cachedAt = dependencies.clock.now() - 90_500;
    return { state: 'found', snapshot: makeSnapshot([], cachedAt), etag: '"1"' };
  };
  const unusable = (): Copy => ({ state: 'unusable', reason: 'another format', etag: '"1"' });
  const unreachable = (): Copy => ({ state: 'unreachable', reason: 'TimeoutError' });
  const failed: CopyWrite = { state: 'failed', reason: 'AccessDenied' };

  it.each<[string, () => Copy, CopyWrite, Line, Line]>([
    [
      'nothing where another process was faster',
      found,
      { state: 'superseded' },
      { level: 'INFO', copy: 'found', kept: 'superseded' },
      { [metric.copyFailures]: 0 },
    ],
    [
      'a warning where it cannot be written, with its age',
      found,
      failed,
      { level: 'WARN', copy: 'found', kept: 'failed', keptReason: 'AccessDenied' },
      { [metric.copyFailures]: 1, [metric.copyAge]: 90 },
    ],
    [
      'a warning where it was no good, and is replaced',
      unusable,
      { state: 'written' },
      { level: 'WARN', copy: 'unusable', copyReason: 'another format', kept: 'written' },
      { [metric.copyFailures]: 1 },
    ],
    [
      'a warning where it was no good, and is not replaced',
      unusable,
      failed,
      { level: 'WARN', copyReason: 'another format', keptReason: 'AccessDenied' },
      { [metric.copyFailures]: 1 },
    ],
    [
      'a warning where the store is out of reach',
      unreachable,
      failed,
      { level: 'WARN', copy: 'unreachable', copyReason: 'TimeoutError' },
      { [metric.copyFailures]: 1 },
    ],
  ])('is %s', async (_, copy, kept, expectedLog, expectedMetrics) => {
    dependencies.onCopyRead = async () => copy();
    dependencies.onCopyWrite = async () => kept;

    const { log, metrics } = await reported();

    expect(log).toMatchObject(expectedLog);
    expect(metrics).toMatchObject(expectedMetrics);
  });
});
