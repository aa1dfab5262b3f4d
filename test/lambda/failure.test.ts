import { DeadlineExceeded } from '../../aws/clock.ts';
import {
  DatabaseDefect,
  failureOf,
  isResuming,
  SnapshotRefused,
} from '../../lambda/directory/failure.ts';

describe('an error', () => {
  const databaseError = (state: string) =>
    Object.assign(new Error(`ERROR: some text\n  Position: 1; SQLState: ${state}`), {
      name: 'DatabaseErrorException',
    });

  it.each(['08006', '53300', '57P01', '57P03', '57014', '40001', '25P03', '25P04', '55P03'])(
    'with SQLSTATE %s is an outage',
    (state) => {
      expect(failureOf(databaseError(state)).kind).toBe('outage');
    },
  );

  it.each(['42P01', '42501', '22P02', '25006', '28P01', 'XX000', '2P057', '08'])(
    'with SQLSTATE %s is a defect',
    (state) => {
      expect(failureOf(databaseError(state)).kind).toBe('defect');
    },
  );

  it('is judged by its last SQLSTATE: one before it is a value that the message quotes', () => {
    const error = databaseError('22P02');
    error.message = `ERROR: invalid input: "SQLState: 08006"\nof a record\n${error.message}`;

    expect(failureOf(error)).toEqual({
      kind: 'defect',
      name: 'DatabaseDefect',
      reason: 'DatabaseErrorException, SQLSTATE 22P02',
    });
  });

  it('of the database without SQLSTATE is a defect that says so', () => {
    const error = Object.assign(new Error('ERROR: some text'), { name: 'DatabaseErrorException' });

    expect(failureOf(error).reason).toBe('DatabaseErrorException, SQLSTATE unknown');
  });

  it('tells the first line of a message that names what is missing, and no more', () => {
    const error = databaseError('42P01');

    expect(failureOf(error).reason).toBe(
      'DatabaseErrorException, SQLSTATE 42P01: ERROR: some text',
    );
  });

  it('of class 42 is told by the state that begins with it, not by one that has it', () => {
    expect(failureOf(databaseError('22042')).reason).toBe('DatabaseErrorException, SQLSTATE 22042');
  });

  it.each([
    'DatabaseNotFoundException',
    'DatabaseResumingException',
    'DatabaseUnavailableException',
    'InternalServerErrorException',
    'InvalidResourceStateException',
    'RequestTimeout',
    'RequestTimeoutException',
    'SecretsErrorException',
    'ServiceUnavailableError',
    'ServiceUnavailableException',
    'SlowDown',
    'StatementTimeoutException',
    'ThrottledException',
    'Throttling',
    'ThrottlingException',
    'TimeoutError',
    'TooManyRequestsException',
    'TransactionNotFoundException',
  ])('of the name %s is an outage, whatever its status', (name) => {
    const error = Object.assign(new Error('?'), { name, $metadata: { httpStatusCode: 400 } });

    expect(failureOf(error)).toEqual({
      kind: 'outage',
      name: 'DatabaseOutage',
      reason: name,
    });
  });

  it.each([
    'ECONNABORTED',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'EPROTO',
    'ETIMEDOUT',
    'ENETDOWN',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTDOWN',
    'EHOSTUNREACH',
    'UND_ERR_SOCKET',
    'ERR_STREAM_PREMATURE_CLOSE',
  ])('of the network is an outage: %s', (code) => {
    const error = Object.assign(new Error('connect'), { code, $metadata: { attempts: 1 } });

    expect(failureOf(error)).toMatchObject({ kind: 'outage', reason: code });
  });

  it.each(['EACCES', 'XECONNRESET', 'ECONNRESETX', 'EXUND_ERR_SOCKET'])(
    'with the code %s is no outage: it has nothing to do with the network',
    (code) => {
      const error = Object.assign(new Error('?'), { code, $metadata: { httpStatusCode: 400 } });

      expect(failureOf(error).kind).toBe('defect');
    },
  );

  it('of the network is one too where the SDK has put the code into its name', () => {
    const error = Object.assign(new Error('?'), { name: 'ECONNRESET', code: 7 });

    expect(failureOf(error)).toMatchObject({ kind: 'outage', reason: 'ECONNRESET' });
  });

  it.each([
    ['AccessDeniedException', 403],
    ['BadRequestException', 400],
    ['ForbiddenException', 403],
    ['InvalidSecretException', 400],
  ])('of the name %s, HTTP %d, is a defect: it does not end by itself', (name, httpStatusCode) => {
    const error = Object.assign(new Error('?'), { name, $metadata: { httpStatusCode } });

    expect(failureOf(error)).toMatchObject({
      kind: 'defect',
      reason: `${name}, HTTP ${httpStatusCode}`,
    });
  });

  it('of a deadline is an outage', () => {
    expect(failureOf(new DeadlineExceeded(3000))).toEqual({
      kind: 'outage',
      name: 'DatabaseOutage',
      reason: 'no answer within 3000 ms',
    });
  });

  it('says that the database resumes by one name only', () => {
    const named = (name: string) => failureOf(Object.assign(new Error('?'), { name }));

    expect(isResuming(named('DatabaseResumingException'))).toBe(true);
    expect(isResuming(named('DatabaseUnavailableException'))).toBe(false);
  });

  it('of an answer that is not one, or a list that is refused, is a defect with its reason', () => {
    expect(failureOf(new DatabaseDefect('no rows'))).toEqual({
      kind: 'defect',
      name: 'DatabaseDefect',
      reason: 'no rows',
    });
    expect(failureOf(new SnapshotRefused('3 records are left', { isDrop: true }))).toEqual({
      kind: 'defect',
      name: 'SnapshotRefused',
      reason: '3 records are left',
      isDrop: true,
    });
    expect(failureOf(new SnapshotRefused('two records', { isDrop: false }))).not.toHaveProperty(
      'isDrop',
    );
  });

  it('of a status from 500 up that nobody modelled is an outage', () => {
    const error = Object.assign(new Error('?'), {
      name: 'NewException',
      $metadata: { attempts: 1, httpStatusCode: 502 },
    });

    expect(failureOf(error)).toMatchObject({ kind: 'outage', reason: 'HTTP 502' });
  });

  it.each([
    [500, 'outage', 'HTTP 500'],
    [499, 'defect', 'NewException, HTTP 499'],
    [200, 'defect', 'NewException, HTTP 200'],
  ])(
    'whose answer had status %d, and could not be read, is a defect or an outage',
    (statusCode, kind, reason) => {
      const error = Object.assign(new Error('?'), {
        name: 'NewException',
        $metadata: {},
        $response: { statusCode },
      });

      expect(failureOf(error)).toMatchObject({ kind, reason });
    },
  );

  it.each([
    ['text', undefined],
    [null, null],
    [{ httpStatusCode: '502' }, { statusCode: '502' }],
  ])('with %j for its metadata has no status, and is unforeseen', ($metadata, $response) => {
    const error = Object.assign(new Error('?'), { $metadata, $response });

    expect(failureOf(error)).toMatchObject({ name: 'Error', reason: 'unforeseen' });
  });

  it('of our own code is a defect with its stack but not its message', () => {
    const failure = failureOf(new RangeError('secret'));

    expect(failure).toMatchObject({ kind: 'defect', name: 'RangeError', reason: 'unforeseen' });
    expect(failure.stack?.[0]).toContain('failure.test.ts');
    expect(JSON.stringify(failure)).not.toContain('secret');
  });

  it('that is no Error at all is a defect', () => {
    expect(failureOf('text')).toEqual({
      kind: 'defect',
      name: 'Unknown',
      reason: 'string',
    });
  });
});

describe('a failure', () => {
  it('of an unforeseen error has the frames of its stack, without its message', () => {
    const error = new RangeError('write to\n    at ada@example.com\n');
    const frames = ['    at check (check.ts:10:5)  ', 'x at y', '    at answer (answer.ts:20:7)'];
    error.stack = `RangeError: ${error.message}\n${frames.join('\n')}`;

    expect(failureOf(error)).toEqual({
      kind: 'defect',
      name: 'RangeError',
      reason: 'unforeseen',
      stack: ['at check (check.ts:10:5)', 'at answer (answer.ts:20:7)'],
    });
  });

  it('has its frames though the message has changed since', () => {
    const error = new RangeError('before');
    error.message = 'and now a text which is a good deal longer than the whole first line';
    error.stack = 'RangeError: before\n    at check (check.ts:10:5)';

    expect(failureOf(error).stack).toEqual(['at check (check.ts:10:5)']);
  });

  it('of an error without a stack has no frames', () => {
    const error = new RangeError('?');
    delete error.stack;

    expect(failureOf(error).stack).toEqual([]);
  });

  it.each([
    ['text', 'string'],
    [undefined, 'undefined'],
    [{ message: 'words' }, 'object'],
  ])('of %p, which is no error, says what it is and not what it holds', (thrown, reason) => {
    expect(failureOf(thrown)).toEqual({ kind: 'defect', name: 'Unknown', reason });
  });
});
