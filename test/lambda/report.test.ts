import { directories } from '../../contract/directories.ts';
import { metric, metricDimension, metricNamespace } from '../../contract/names.ts';
import { unavailable } from '../../contract/routing.ts';
import { directoryAnswers } from '../../lambda/directory/answer.ts';
import { DatabaseDefect } from '../../lambda/directory/failure.ts';
import { asResponse } from '../../lambda/directory/render.ts';
import { report, reporterOf } from '../../lambda/directory/report.ts';
import { makeSnapshot } from '../../aws/last-good.ts';
import { FakeDependencies, plainGet } from '../support/aws/fake-dependencies.ts';
import { many, startup, uuidOf } from '../support/records/records.ts';

const NAMESPACE = metricNamespace('Test');

/** Metrics that are no counts. */
const units: ReadonlyMap<string, string> = new Map([
  [metric.readTime, 'Milliseconds'],
  [metric.age, 'Seconds'],
  [metric.copyAge, 'Seconds'],
  [metric.listBytes, 'Bytes'],
  [metric.answerBytes, 'Bytes'],
]);

/** What is written from now on: log lines and metrics as parsed JSON. */
function listen() {
  const lines: Record<string, unknown>[] = [];
  const write = (...[text]: readonly unknown[]): void => {
    lines.push(JSON.parse(String(text)) as Record<string, unknown>);
  };
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    jest.spyOn(console, level).mockImplementation(write);
  }
  // Both then write to the console that this test listens to.
  jest.replaceProperty(process, 'env', {
    POWERTOOLS_DEV: 'true',
    POWERTOOLS_METRICS_DISABLED: 'false',
  });
  return {
    logs: () => lines.filter((line) => 'message' in line),
    metrics: () => lines.filter((line) => '_aws' in line),
  };
}

/** What answers in this world write, a request each. */
async function reported(dependencies: FakeDependencies, answers = 1) {
  const written = listen();
  const reporter = reporterOf('startups', NAMESPACE);
  const answer = directoryAnswers(directories.startups, dependencies);
  for (let request = 0; request < answers; request += 1) {
    const startedAt = dependencies.clock.now();
    report(reporter, 'startups', await answer(plainGet), startedAt + 5, 5);
  }
  return { logs: written.logs(), metrics: written.metrics() };
}

async function away(): Promise<never> {
  return Promise.reject(Object.assign(new Error('?'), { name: 'DatabaseUnavailableException' }));
}

describe('a request', () => {
  it('writes one log line and one set of metrics', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);

    const { logs, metrics } = await reported(dependencies);

    expect(logs).toHaveLength(1);
    expect(logs[0]).toMatchObject({
      level: 'INFO',
      message: 'answered',
      directory: 'startups',
      status: 200,
      source: 'database',
      fromMemory: false,
      milliseconds: 5,
      records: 3,
      ageSeconds: 0,
      copy: 'absent',
      kept: 'written',
    });
    expect(metrics).toHaveLength(1);
    expect(metrics[0]).toMatchObject({
      service: 'startups',
      [metric.freshAnswers]: 1,
      [metric.staleAnswers]: 0,
      [metric.outages]: 0,
      [metric.defects]: 0,
      [metric.records]: 3,
      [metric.age]: 0,
    });
  });

  it('writes this line, word for word, and nothing else', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);

    const { logs } = await reported(dependencies);

    const { sampling_rate: _, timestamp, xray_trace_id: __, ...line } = logs[0] ?? {};
    expect(timestamp).toEqual(expect.any(String));
    const bytes = Buffer.byteLength(JSON.stringify(dependencies.records));
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

  it('writes less of an answer from memory, and of a 503', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const memory = (await reported(dependencies, 2)).logs[1] ?? {};
    const ill = new FakeDependencies();
    ill.onRead = away;
    const failed = (await reported(ill)).logs[0] ?? {};

    for (const key of ['readMs', 'copy', 'kept', 'failure', 'leftOut', 'copyReason']) {
      expect(memory).not.toHaveProperty(key);
    }
    for (const key of ['readMs', 'records', 'listBytes', 'ageSeconds', 'kept', 'setToNull']) {
      expect(failed).not.toHaveProperty(key);
    }
    expect(failed).toMatchObject({ copy: 'absent', failure: { kind: 'outage' } });
  });

  it('gives its metrics their units', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);

    const { metrics } = await reported(dependencies);

    const { _aws: aws } = metrics[0] as unknown as {
      readonly _aws: { readonly CloudWatchMetrics: readonly [{ readonly Metrics: unknown }] };
    };
    const counts = Object.values(metric).filter((name) => !units.has(name));
    expect(aws.CloudWatchMetrics[0].Metrics).toEqual(
      expect.arrayContaining([
        ...[...units].map(([Name, Unit]) => ({ Name, Unit })),
        ...counts.map((Name) => ({ Name, Unit: 'Count' })),
      ]),
    );
  });

  it('gives its metrics the very values', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);

    const { metrics } = await reported(dependencies);

    const bytes = Buffer.byteLength(JSON.stringify(dependencies.records));
    expect(metrics[0]).toMatchObject({
      [metric.freshAnswers]: 1,
      [metric.memoryAnswers]: 0,
      [metric.staleAnswers]: 0,
      [metric.failedAnswers]: 0,
      [metric.outages]: 0,
      [metric.defects]: 0,
      [metric.snapshotsRefused]: 0,
      [metric.recordsLeftOut]: 0,
      [metric.fieldsSetToNull]: 0,
      [metric.copiesNotWritten]: 0,
      [metric.copiesUnreadable]: 0,
      [metric.readTime]: 0,
      [metric.age]: 0,
      [metric.copyAge]: 0,
      [metric.records]: 3,
      [metric.listBytes]: bytes,
      [metric.answerBytes]: bytes,
    });
  });

  it('says how old the copy is, which it did not write over', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now() - 90_500);
    dependencies.onCopyWrite = async () => ({ state: 'failed', reason: 'AccessDenied' });

    const { metrics } = await reported(dependencies);

    expect(metrics[0]).toMatchObject({ [metric.copyAge]: 90, [metric.age]: 0 });
  });

  it('says no age below zero: clocks of processes differ', async () => {
    const dependencies = new FakeDependencies();
    dependencies.onRead = away;
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now() + 2000);

    const { metrics, logs } = await reported(dependencies);

    expect(metrics[0]).toMatchObject({ [metric.age]: 0, [metric.copyAge]: 0 });
    expect(logs[0]).toMatchObject({ ageSeconds: 0 });
  });

  it('says nothing of what it does not know: no read, no copy, no list', async () => {
    const dependencies = new FakeDependencies();
    dependencies.onRead = away;

    const { metrics } = await reported(dependencies);

    for (const name of [metric.readTime, metric.copyAge, metric.age, metric.records]) {
      expect(metrics[0]).not.toHaveProperty(name);
    }
    expect(metrics[0]).toMatchObject({
      [metric.failedAnswers]: 1,
      [metric.freshAnswers]: 0,
      [metric.outages]: 1,
      [metric.defects]: 0,
      [metric.recordsLeftOut]: 0,
      [metric.fieldsSetToNull]: 0,
    });
  });

  it('gives its metrics the one dimension by which an alarm finds them', async () => {
    const { metrics } = await reported(new FakeDependencies());

    expect(metrics[0]?.['_aws']).toMatchObject({
      CloudWatchMetrics: [{ Namespace: NAMESPACE, Dimensions: [[metricDimension]] }],
    });
  });

  it('gives every metric of the contract a value, zeros too', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);

    const { metrics } = await reported(dependencies);

    expect(Object.keys(metrics[0] ?? {})).toEqual(expect.arrayContaining(Object.values(metric)));
  });

  it('from memory is counted as such, and not as a fresh answer again', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);

    const { metrics, logs } = await reported(dependencies, 2);

    expect(metrics[1]).toMatchObject({ [metric.memoryAnswers]: 1, [metric.freshAnswers]: 0 });
    expect(logs[1]).toMatchObject({ level: 'INFO', fromMemory: true });
  });

  it('answered stale in an outage is a warning and tells the age', async () => {
    const dependencies = new FakeDependencies();
    dependencies.onRead = away;
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now() - 7_200_000);

    const { metrics, logs } = await reported(dependencies);

    expect(logs[0]).toMatchObject({
      level: 'WARN',
      source: 'last-good',
      ageSeconds: 7200,
      failure: { kind: 'outage', reason: 'DatabaseUnavailableException' },
    });
    expect(metrics[0]).toMatchObject({
      [metric.staleAnswers]: 1,
      [metric.outages]: 1,
      [metric.age]: 7200,
    });
  });

  it('answered 503 is an error', async () => {
    const dependencies = new FakeDependencies();
    dependencies.onRead = away;

    const { metrics, logs } = await reported(dependencies);

    expect(logs[0]).toMatchObject({ level: 'ERROR', status: 503, source: 'none' });
    expect(metrics[0]).toMatchObject({ [metric.failedAnswers]: 1, [metric.staleAnswers]: 0 });
  });

  it('whose snapshot was refused is an error, though the answer is a 200', async () => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(120, startup), dependencies.clock.now());

    const { metrics, logs } = await reported(dependencies);

    expect(logs[0]).toMatchObject({ level: 'ERROR', status: 200 });
    expect(metrics[0]).toMatchObject({ [metric.snapshotsRefused]: 1, [metric.defects]: 1 });
  });

  it('names bad records and fields, twenty at most, never their values', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(300, (number) =>
      startup(number, {
        ...(number <= 25 ? { website_url: 'javascript:alert(1)' } : {}),
        ...(number > 295 ? { slug: 'no slug of ada@example.com' } : {}),
      }),
    );

    const { metrics, logs } = await reported(dependencies);

    expect(logs[0]).toMatchObject({ level: 'WARN' });
    expect(logs[0]?.['setToNull']).toHaveLength(20);
    expect(logs[0]?.['leftOut']).toContainEqual({ id: uuidOf(300), field: 'slug' });
    expect(JSON.stringify(logs)).not.toMatch(/javascript|ada@/u);
    expect(metrics[0]).toMatchObject({
      [metric.fieldsSetToNull]: 25,
      [metric.recordsLeftOut]: 5,
    });
  });

  it.each([
    ['another process was faster', { state: 'found' }, 'superseded', 'INFO'],
    ['a copy cannot be written', { state: 'found' }, 'failed', 'WARN'],
    ['a copy was no good, and is replaced', { state: 'unusable' }, 'written', 'WARN'],
  ] as const)('is a warning where somebody should look: %s', async (_, stored, kept, level) => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    const snapshot = makeSnapshot(dependencies.records, dependencies.clock.now() - 60_000);
    dependencies.onCopyRead = async () =>
      stored.state === 'found'
        ? { ...stored, snapshot, etag: '"1"' }
        : { ...stored, reason: 'another format', etag: '"1"' };
    dependencies.onCopyWrite = async () =>
      kept === 'failed' ? { state: kept, reason: 'AccessDenied' } : { state: kept };

    const { logs } = await reported(dependencies);

    expect(logs[0]).toMatchObject({ level, copy: stored.state, kept });
  });

  it('that does not reach the store counts the copy as not readable', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.onCopyRead = async () => ({ state: 'unreachable', reason: 'TimeoutError' });
    dependencies.onCopyWrite = async () => ({ state: 'failed', reason: 'AccessDenied' });

    const { metrics, logs } = await reported(dependencies);

    expect(logs[0]).toMatchObject({
      level: 'WARN',
      copy: 'unreachable',
      copyReason: 'TimeoutError',
    });
    expect(metrics[0]).toMatchObject({
      [metric.copiesUnreadable]: 1,
      [metric.copiesNotWritten]: 1,
    });
  });

  it('names twenty records at most that were left out', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(300, (number) => startup(number, number <= 25 ? { slug: '' } : {}));

    const { metrics, logs } = await reported(dependencies);

    expect(logs[0]?.['leftOut']).toHaveLength(20);
    expect(logs[0]?.['setToNull']).toEqual([]);
    expect(metrics[0]).toMatchObject({ [metric.recordsLeftOut]: 25 });
  });

  it('whose defect is hidden by a copy is an error, and is counted as no outage', async () => {
    const dependencies = new FakeDependencies();
    dependencies.copy = makeSnapshot(many(3, startup), dependencies.clock.now());
    dependencies.onRead = async () =>
      Promise.reject(new DatabaseDefect('AccessDeniedException, HTTP 403'));

    const { metrics, logs } = await reported(dependencies);

    expect(logs[0]).toMatchObject({ level: 'ERROR', status: 200 });
    expect(metrics[0]).toMatchObject({
      [metric.defects]: 1,
      [metric.outages]: 0,
      [metric.snapshotsRefused]: 0,
    });
  });

  it('that nobody foresaw the end of is an error with a line and metrics of its own', () => {
    const written = listen();
    const reporter = reporterOf('startups', NAMESPACE);

    report(reporter, 'startups', { response: asResponse(unavailable), fromMemory: false }, 0, 5);

    expect(written.logs()[0]).toMatchObject({ level: 'ERROR', source: 'none', status: 503 });
    expect(written.metrics()[0]).toMatchObject({
      [metric.failedAnswers]: 1,
      [metric.copiesNotWritten]: 0,
      [metric.copiesUnreadable]: 0,
      [metric.recordsLeftOut]: 0,
    });
  });

  it('whose copy could not be kept, or read, is a warning and is counted', async () => {
    const dependencies = new FakeDependencies();
    dependencies.records = many(3, startup);
    dependencies.onCopyWrite = async () => ({ state: 'failed', reason: 'AccessDenied' });
    dependencies.onCopyRead = async () => ({
      state: 'unusable',
      reason: 'another format',
      etag: '"1"',
    });

    const { metrics, logs } = await reported(dependencies);

    expect(logs[0]).toMatchObject({
      level: 'WARN',
      copy: 'unusable',
      copyReason: 'another format',
      kept: 'failed',
      keptReason: 'AccessDenied',
    });
    expect(metrics[0]).toMatchObject({
      [metric.copiesNotWritten]: 1,
      [metric.copiesUnreadable]: 1,
    });
  });
});
