import { DeadlineExceeded } from '../../lambda/aws/clock.ts';
import {
  DatabaseDefect,
  failureOf,
  isResuming,
  ListRefused,
} from '../../lambda/directory/failure.ts';

function errorWith(facts: object): Error {
  return Object.assign(new Error('?'), facts);
}

/** As the Data API reports an error of PostgreSQL. */
function databaseError(state: string, before = ''): Error {
  const message = `${before}ERROR: some text\n  Position: 1; SQLState: ${state}`;
  return Object.assign(new Error(message), { name: 'DatabaseErrorException' });
}

describe('an error of PostgreSQL', () => {
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

  it.each([
    [
      'is judged by its last SQLSTATE: one before it is a value that the message quotes',
      databaseError('22P02', 'ERROR: invalid input: "SQLState: 08006"\nof a record\n'),
      'SQLSTATE 22P02',
    ],
    ['without SQLSTATE says so', errorWith({ name: 'DatabaseErrorException' }), 'SQLSTATE unknown'],
    [
      'of class 42 tells the first line of its message, which names what is missing',
      databaseError('42P01'),
      'SQLSTATE 42P01: ERROR: some text',
    ],
    [
      'is not of class 42 because 42 is somewhere in its SQLSTATE',
      databaseError('22042'),
      'SQLSTATE 22042',
    ],
  ])('%s', (_, error, reason) => {
    expect(failureOf(error)).toEqual({
      kind: 'defect',
      name: 'DatabaseDefect',
      reason: `DatabaseErrorException, ${reason}`,
    });
  });
});

describe('an error of the SDK', () => {
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
    const failure = failureOf(errorWith({ name, $metadata: { httpStatusCode: 400 } }));

    expect(failure).toEqual({ kind: 'outage', name: 'DatabaseOutage', reason: name });
    expect(isResuming(failure)).toBe(name === 'DatabaseResumingException');
  });

  const network = [
    ['ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EPROTO', 'ETIMEDOUT', 'ENETDOWN'],
    ['ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTDOWN', 'EHOSTUNREACH', 'UND_ERR_SOCKET'],
    ['ERR_STREAM_PREMATURE_CLOSE'],
  ].flat();

  it.each(network)('of the network is an outage: %s', (code) => {
    const expected = { kind: 'outage', reason: code };

    expect(failureOf(errorWith({ code, $metadata: { attempts: 1 } }))).toMatchObject(expected);
    // Sometimes the SDK puts the code into the name.
    expect(failureOf(errorWith({ name: code, code: 7 }))).toMatchObject(expected);
  });

  it.each(['EACCES', 'XECONNRESET', 'ECONNRESETX', 'EXUND_ERR_SOCKET'])(
    'with the code %s is no outage: it has nothing to do with the network',
    (code) => {
      const error = errorWith({ code, $metadata: { httpStatusCode: 400 } });

      expect(failureOf(error).kind).toBe('defect');
    },
  );

  it.each([
    ['AccessDeniedException', 403],
    ['BadRequestException', 400],
    ['ForbiddenException', 403],
    ['InvalidSecretException', 400],
  ])('of the name %s, HTTP %d, is a defect: it does not end by itself', (name, httpStatusCode) => {
    expect(failureOf(errorWith({ name, $metadata: { httpStatusCode } }))).toMatchObject({
      kind: 'defect',
      reason: `${name}, HTTP ${httpStatusCode}`,
    });
  });

  it.each([
    [{ $metadata: { attempts: 1, httpStatusCode: 502 } }, 'outage', 'HTTP 502'],
    [{ $metadata: {}, $response: { statusCode: 500 } }, 'outage', 'HTTP 500'],
    [{ $metadata: {}, $response: { statusCode: 499 } }, 'defect', 'NewException, HTTP 499'],
    [{ $metadata: {}, $response: { statusCode: 200 } }, 'defect', 'NewException, HTTP 200'],
    [{ $metadata: 'text' }, 'defect', 'unforeseen'],
    [{ $metadata: null, $response: null }, 'defect', 'unforeseen'],
    [
      { $metadata: { httpStatusCode: '502' }, $response: { statusCode: '502' } },
      'defect',
      'unforeseen',
    ],
  ])('of a name that nobody modelled is judged by its status: %j', (facts, kind, reason) => {
    const error = errorWith({ name: 'NewException', ...facts });

    expect(failureOf(error)).toMatchObject({ kind, reason });
  });
});

describe('an error of our own', () => {
  it.each([
    [
      'a deadline',
      new DeadlineExceeded(3000),
      'outage',
      'DatabaseOutage',
      'no answer within 3000 ms',
    ],
    [
      'an answer that is none',
      new DatabaseDefect('no rows'),
      'defect',
      'DatabaseDefect',
      'no rows',
    ],
    [
      'a list that is refused',
      new ListRefused('two records'),
      'defect',
      'ListRefused',
      'two records',
    ],
  ])('tells its reason: %s', (_, error, kind, name, reason) => {
    const failure = failureOf(error);

    expect(failure).toEqual({ kind, name, reason });
    expect(failure).not.toHaveProperty('isDrop');
  });

  it('says of a drop that it is one', () => {
    expect(failureOf(new ListRefused('3 records are left', { isDrop: true }))).toEqual({
      kind: 'defect',
      name: 'ListRefused',
      reason: '3 records are left',
      isDrop: true,
    });
  });
});

describe('an error that nobody foresaw', () => {
  it('is a defect with its stack but not its message', () => {
    const failure = failureOf(new RangeError('secret'));

    expect(failure).toMatchObject({ kind: 'defect', name: 'RangeError', reason: 'unforeseen' });
    expect(failure.stack?.[0]).toContain('failure.test.ts');
    expect(JSON.stringify(failure)).not.toContain('secret');
  });

  it.each([
    [
      'without a message that looks like one',
      'write to\n    at ada@example.com\n',
      'RangeError: write to\n    at ada@example.com\n\n    at check (check.ts:10:5)  \nx at y\n    at answer (answer.ts:20:7)',
      ['at check (check.ts:10:5)', 'at answer (answer.ts:20:7)'],
    ],
    [
      'though the message has changed since',
      'and now a text which is a good deal longer than the whole first line',
      'RangeError: before\n    at check (check.ts:10:5)',
      ['at check (check.ts:10:5)'],
    ],
    ['which may be none', '?', undefined, []],
  ])('has the frames of its stack, %s', (_, message, stack, frames) => {
    const error = new RangeError(message);
    if (stack === undefined) delete error.stack;
    else error.stack = stack;

    expect(failureOf(error)).toEqual({
      kind: 'defect',
      name: 'RangeError',
      reason: 'unforeseen',
      stack: frames,
    });
  });

  it.each([
    ['text', 'string'],
    [undefined, 'undefined'],
    [{ message: 'words' }, 'object'],
  ])('and is no Error, %p, says what it is and not what it holds', (thrown, reason) => {
    expect(failureOf(thrown)).toEqual({ kind: 'defect', name: 'Unknown', reason });
  });
});
