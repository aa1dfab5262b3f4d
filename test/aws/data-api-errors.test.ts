import { translated } from '../../aws/data-api-errors.ts';
import { DeadlineExceeded } from '../../aws/deadline.ts';
import { failureOf } from '../../aws/errors.ts';

describe('an error', () => {
  const databaseError = (state: string) =>
    Object.assign(new Error(`ERROR: some text\n  Position: 1; SQLState: ${state}`), {
      name: 'DatabaseErrorException',
    });

  it.each(['08006', '53300', '57P01', '57P03', '57014', '40001', '25P03', '25P04', '55P03'])(
    'with SQLSTATE %s is an outage',
    (state) => {
      expect(failureOf(translated(databaseError(state))).kind).toBe('outage');
    },
  );

  it.each(['42P01', '42501', '22P02', '25006', '28P01', 'XX000', '2P057', '08'])(
    'with SQLSTATE %s is a defect',
    (state) => {
      expect(failureOf(translated(databaseError(state))).kind).toBe('defect');
    },
  );

  it('is judged by its last SQLSTATE: one before it is a value that the message quotes', () => {
    const error = databaseError('22P02');
    error.message = `ERROR: invalid input: "SQLState: 08006"\nof a record\n${error.message}`;

    expect(failureOf(translated(error))).toEqual({
      kind: 'defect',
      name: 'DatabaseDefect',
      reason: 'DatabaseErrorException, SQLSTATE 22P02',
    });
  });

  it('of the database without SQLSTATE is a defect that says so', () => {
    const error = Object.assign(new Error('ERROR: some text'), { name: 'DatabaseErrorException' });

    expect(failureOf(translated(error)).reason).toBe('DatabaseErrorException, SQLSTATE unknown');
  });

  it('tells the first line of a message that names what is missing, and no more', () => {
    const error = databaseError('42P01');

    expect(failureOf(translated(error)).reason).toBe(
      'DatabaseErrorException, SQLSTATE 42P01: ERROR: some text',
    );
  });

  it('of class 42 is told by the state that begins with it, not by one that has it', () => {
    expect(failureOf(translated(databaseError('22042'))).reason).toBe(
      'DatabaseErrorException, SQLSTATE 22042',
    );
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

    expect(failureOf(translated(error))).toEqual({
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

    expect(failureOf(translated(error))).toMatchObject({ kind: 'outage', reason: code });
  });

  it.each(['EACCES', 'XECONNRESET', 'ECONNRESETX', 'EXUND_ERR_SOCKET'])(
    'with the code %s is no outage: it has nothing to do with the network',
    (code) => {
      const error = Object.assign(new Error('?'), { code, $metadata: { httpStatusCode: 400 } });

      expect(failureOf(translated(error)).kind).toBe('defect');
    },
  );

  it('of the network is one too where the SDK has put the code into its name', () => {
    const error = Object.assign(new Error('?'), { name: 'ECONNRESET', code: 7 });

    expect(failureOf(translated(error))).toMatchObject({ kind: 'outage', reason: 'ECONNRESET' });
  });

  it.each([
    ['AccessDeniedException', 403],
    ['BadRequestException', 400],
    ['ForbiddenException', 403],
    ['InvalidSecretException', 400],
  ])('of the name %s, HTTP %d, is a defect: it does not heal itself', (name, httpStatusCode) => {
    const error = Object.assign(new Error('?'), { name, $metadata: { httpStatusCode } });

    expect(failureOf(translated(error))).toMatchObject({
      kind: 'defect',
      reason: `${name}, HTTP ${httpStatusCode}`,
    });
  });

  it('keeps what caused it, for whoever looks into it', () => {
    const causes = [
      new DeadlineExceeded(3000),
      databaseError('57P01'),
      databaseError('42P01'),
      Object.assign(new Error('?'), { name: 'SlowDown' }),
      Object.assign(new Error('?'), { code: 'ECONNRESET' }),
      Object.assign(new Error('?'), { $metadata: { httpStatusCode: 502 } }),
      Object.assign(new Error('?'), { $metadata: { httpStatusCode: 403 } }),
    ];

    expect(causes.map((cause) => translated(cause))).toEqual(
      causes.map((cause) => expect.objectContaining({ cause }) as unknown),
    );
  });

  it('of a status from 500 up that nobody modelled is an outage', () => {
    const error = Object.assign(new Error('?'), {
      name: 'NewException',
      $metadata: { attempts: 1, httpStatusCode: 502 },
    });

    expect(failureOf(translated(error))).toMatchObject({ kind: 'outage', reason: 'HTTP 502' });
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

      expect(failureOf(translated(error))).toMatchObject({ kind, reason });
    },
  );

  it.each([
    ['text', undefined],
    [null, null],
    [{ httpStatusCode: '502' }, { statusCode: '502' }],
  ])('with %j for its metadata has no status, and stays what it is', ($metadata, $response) => {
    const error = Object.assign(new Error('?'), { $metadata, $response });

    expect(translated(error)).toBe(error);
  });

  it('of our own code stays what it is, and is a defect with its stack but not its words', () => {
    const failure = failureOf(translated(new RangeError('secret')));

    expect(failure).toMatchObject({ kind: 'defect', name: 'RangeError', reason: 'unforeseen' });
    expect(failure.stack?.[0]).toContain('data-api-errors.test.ts');
    expect(JSON.stringify(failure)).not.toContain('secret');
  });

  it('that is no Error at all is a defect', () => {
    expect(failureOf(translated('text'))).toEqual({
      kind: 'defect',
      name: 'Unknown',
      reason: 'string',
    });
  });
});
