import { failureOf } from '../../lambda/directory/failure.ts';
import { DeadlineExceeded } from '../../aws/clock.ts';
import { openCopyOf } from '../support/database/databases.ts';
import { type ThroughDataApi, throughDataApi } from '../support/database/data-api-client.ts';

/**
 * Every fault of the local endpoint goes through the real SDK, its deserialisers and its retry rules. Not `down` and
 * `reset`: inside Jest the SDK does not know Node's own errors for errors; `test/service` shows these two.
 */
describe('a call of the Data API', () => {
  let seen: ThroughDataApi;

  beforeAll(async () => {
    seen = await throughDataApi(async () => openCopyOf('empty'));
  }, 30_000);

  beforeEach(async () => {
    await seen.api.faults.set('up');
    seen.api.calls.reset();
  });

  afterAll(async () => seen.close());

  const select = async (sql: string, signal = new AbortController().signal) =>
    seen.database.execute(signal)(sql, {});

  const failureOfSelect = async (sql: string) =>
    failureOf(
      await select(sql).then(
        () => undefined,
        (error: unknown) => error,
      ),
    );

  it('returns rows of plain values', async () => {
    const rows = await seen.database.execute(new AbortController().signal)(
      `SELECT :text, :number, true, 1.5::float8, NULL`,
      { text: "it's", number: 7 },
    );

    expect(rows).toEqual([["it's", 7, true, 1.5, null]]);
  });

  it.each([
    ['resuming', 'DatabaseResumingException'],
    ['unavailable', 'DatabaseUnavailableException'],
    ['timeout', 'StatementTimeoutException'],
    ['throttled', 'ThrottlingException'],
    ['DatabaseNotFoundException', 'DatabaseNotFoundException'],
    ['InternalServerErrorException', 'InternalServerErrorException'],
    ['InvalidResourceStateException', 'InvalidResourceStateException'],
    ['SecretsErrorException', 'SecretsErrorException'],
    ['ServiceUnavailableError', 'ServiceUnavailableError'],
    ['TransactionNotFoundException', 'TransactionNotFoundException'],
  ])('that meets %s is an outage', async (fault, reason) => {
    await seen.api.faults.set(fault);

    expect(await failureOfSelect('SELECT 1')).toEqual({
      kind: 'outage',
      name: 'DatabaseOutage',
      reason,
    });
  });

  it.each([
    ['denied', 'AccessDeniedException, HTTP 403'],
    ['garbage', 'SyntaxError, HTTP 200'],
    ['BadRequestException', 'BadRequestException, HTTP 400'],
    ['ForbiddenException', 'ForbiddenException, HTTP 403'],
    ['HttpEndpointNotEnabledException', 'HttpEndpointNotEnabledException, HTTP 400'],
    ['InvalidSecretException', 'InvalidSecretException, HTTP 400'],
    ['NotFoundException', 'NotFoundException, HTTP 404'],
    ['UnsupportedResultException', 'UnsupportedResultException, HTTP 400'],
  ])('that meets %s is a defect', async (fault, reason) => {
    await seen.api.faults.set(fault);

    expect(await failureOfSelect('SELECT 1')).toEqual({
      kind: 'defect',
      name: 'DatabaseDefect',
      reason,
    });
  });

  it.each(['unavailable', 'throttled', 'reset', 'InternalServerErrorException'])(
    'that meets %s is made once: the SDK does not ask again',
    async (fault) => {
      await seen.api.faults.set(fault);

      await failureOfSelect('SELECT 1');

      expect(seen.api.calls.total).toBe(1);
    },
  );

  it('names the missing column or relation in a defect, for the operator', async () => {
    expect(await failureOfSelect('SELECT nope FROM pg_class')).toMatchObject({
      kind: 'defect',
      reason: 'DatabaseErrorException, SQLSTATE 42703: ERROR: column "nope" does not exist',
    });
  });

  it('never repeats a value that PostgreSQL quotes in its message', async () => {
    const failure = await failureOfSelect(`SELECT 'ada@example.com'::integer`);

    expect(failure).toEqual({
      kind: 'defect',
      name: 'DatabaseDefect',
      reason: 'DatabaseErrorException, SQLSTATE 22P02',
    });
  });

  it('ends when its time is over, though nothing has come', async () => {
    await seen.api.faults.set('hang');
    const controller = new AbortController();

    const selecting = select('SELECT 1', controller.signal);
    controller.abort(new DeadlineExceeded(3000));

    await expect(selecting).rejects.toMatchObject({ milliseconds: 3000 });
  });

  it('is not made at all after its time is over', async () => {
    const selecting = select('SELECT 1', AbortSignal.abort(new DeadlineExceeded(0)));

    await expect(selecting).rejects.toMatchObject({ milliseconds: 0 });
    expect(seen.api.calls.total).toBe(0);
  });
});
