import { directories } from '../../contract/directories.ts';
import { metric, metricDimension, metricNamespace } from '../../contract/metrics.ts';
import { directoryAnswers } from '../../lambda/directory/answer.ts';
import { DatabaseOutage } from '../../lambda/directory/errors.ts';
import { report, reporterOf } from '../../lambda/directory/report.ts';
import { makeSnapshot } from '../../lambda/directory/snapshot.ts';
import { FakeWorld, plainGet } from '../support/fake-world.ts';
import { many, startup, uuidOf } from '../support/records.ts';

const NAMESPACE = metricNamespace('Test');

/** What two answers in this world write, a request each: log lines and metrics as parsed JSON. */
async function reported(world: FakeWorld, answers = 1) {
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
  const reporter = reporterOf('startups', NAMESPACE);
  const answer = directoryAnswers(directories.startups, world);
  for (let request = 0; request < answers; request += 1) {
    const startedAt = world.clock.now();
    report(reporter, 'startups', await answer(plainGet), startedAt + 5, 5);
  }
  return {
    logs: lines.filter((line) => 'message' in line),
    metrics: lines.filter((line) => '_aws' in line),
  };
}

async function away(): Promise<never> {
  return Promise.reject(new DatabaseOutage('DatabaseUnavailableException'));
}

describe('a request', () => {
  it('writes one log line and one set of metrics', async () => {
    const world = new FakeWorld();
    world.records = many(3, startup);

    const { logs, metrics } = await reported(world);

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

  it('gives its metrics the one dimension by which an alarm finds them', async () => {
    const { metrics } = await reported(new FakeWorld());

    expect(metrics[0]?.['_aws']).toMatchObject({
      CloudWatchMetrics: [{ Namespace: NAMESPACE, Dimensions: [[metricDimension]] }],
    });
  });

  it('gives every metric of the contract a value, zeros too', async () => {
    const world = new FakeWorld();
    world.records = many(3, startup);

    const { metrics } = await reported(world);

    expect(Object.keys(metrics[0] ?? {})).toEqual(expect.arrayContaining(Object.values(metric)));
  });

  it('from memory is counted as such, and not as a fresh answer again', async () => {
    const world = new FakeWorld();
    world.records = many(3, startup);

    const { metrics, logs } = await reported(world, 2);

    expect(metrics[1]).toMatchObject({ [metric.memoryAnswers]: 1, [metric.freshAnswers]: 0 });
    expect(logs[1]).toMatchObject({ level: 'INFO', fromMemory: true });
  });

  it('answered stale in an outage is a warning and tells the age', async () => {
    const world = new FakeWorld();
    world.onRead = away;
    world.copy = makeSnapshot(many(3, startup), world.clock.now() - 7_200_000);

    const { metrics, logs } = await reported(world);

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
    const world = new FakeWorld();
    world.onRead = away;

    const { metrics, logs } = await reported(world);

    expect(logs[0]).toMatchObject({ level: 'ERROR', status: 503, source: 'none' });
    expect(metrics[0]).toMatchObject({ [metric.failedAnswers]: 1, [metric.staleAnswers]: 0 });
  });

  it('whose snapshot was refused is an error, though the answer is a 200', async () => {
    const world = new FakeWorld();
    world.copy = makeSnapshot(many(120, startup), world.clock.now());

    const { metrics, logs } = await reported(world);

    expect(logs[0]).toMatchObject({ level: 'ERROR', status: 200 });
    expect(metrics[0]).toMatchObject({ [metric.snapshotsRefused]: 1, [metric.defects]: 1 });
  });

  it('names bad records and fields, twenty at most, never their values', async () => {
    const world = new FakeWorld();
    world.records = many(300, (number) =>
      startup(number, {
        ...(number <= 25 ? { website_url: 'javascript:alert(1)' } : {}),
        ...(number > 295 ? { slug: 'no slug of ada@example.com' } : {}),
      }),
    );

    const { metrics, logs } = await reported(world);

    expect(logs[0]).toMatchObject({ level: 'WARN' });
    expect(logs[0]?.['setToNull']).toHaveLength(20);
    expect(logs[0]?.['leftOut']).toContainEqual({ id: uuidOf(300), field: 'slug' });
    expect(JSON.stringify(logs)).not.toMatch(/javascript|ada@/u);
    expect(metrics[0]).toMatchObject({
      [metric.fieldsSetToNull]: 25,
      [metric.recordsLeftOut]: 5,
    });
  });

  it('whose copy could not be kept, or read, is a warning and is counted', async () => {
    const world = new FakeWorld();
    world.records = many(3, startup);
    world.onCopyWrite = async () => 'failed';
    world.onCopyRead = async () => ({ state: 'unusable', reason: 'another format', etag: '"1"' });

    const { metrics, logs } = await reported(world);

    expect(logs[0]).toMatchObject({
      level: 'WARN',
      copy: 'unusable',
      copyReason: 'another format',
      kept: 'failed',
    });
    expect(metrics[0]).toMatchObject({
      [metric.copiesNotWritten]: 1,
      [metric.copiesUnreadable]: 1,
    });
  });
});
