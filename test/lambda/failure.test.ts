import { DeadlineExceeded } from '../../lambda/aws/clock.ts';
import { DatabaseDefect, failureOf } from '../../lambda/directory/failure.ts';

/** Returns an error with these fields. Its default message stands for private data, which must not appear in a report. */
function errorWith(facts: object): Error {
  return Object.assign(new Error('hunter2'), facts);
}

/** Returns an error of PostgreSQL as the Data API reports it. */
function sqlError(state: string, before = ''): Error {
  const message = `${before}ERROR: some text\n  Position: 1; SQLState: ${state}`;
  return errorWith({ name: 'DatabaseErrorException', message });
}

function sdkError(name: string, httpStatusCode = 400): Error {
  return errorWith({ name, $metadata: { httpStatusCode } });
}

const outages = [
  ['DatabaseNotFoundException', 'DatabaseResumingException', 'DatabaseUnavailableException'],
  ['InternalServerErrorException', 'InvalidResourceStateException', 'RequestTimeout'],
  ['RequestTimeoutException', 'SecretsErrorException', 'ServiceUnavailableError', 'SlowDown'],
  ['ServiceUnavailableException', 'StatementTimeoutException', 'ThrottledException', 'Throttling'],
  ['ThrottlingException', 'TimeoutError', 'TooManyRequestsException'],
  ['TransactionNotFoundException'],
].flat();

const network = [
  ['ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EPROTO', 'ETIMEDOUT', 'ENETDOWN'],
  ['ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTDOWN', 'EHOSTUNREACH', 'UND_ERR_SOCKET'],
  ['ERR_STREAM_PREMATURE_CLOSE'],
].flat();

const unavailableStates = ['08006', '53300', '57P01', '57014', '40001', '25P03', '25P04', '55P03'];
const defectStates = ['22P02', '25006', '28P01', 'XX000', '2P057', '22042'];

type Row = readonly [kind: 'outage' | 'defect', reason: string, error: Error];

const ofState = (kind: Row[0], state: string, before = '', after = ''): Row => [
  kind,
  `DatabaseErrorException, SQLSTATE ${state}${after}`,
  sqlError(state, before),
];

test.each<Row>([
  // errors of PostgreSQL
  ...unavailableStates.map((state) => ofState('outage', state)),
  ...defectStates.map((state) => ofState('defect', state)),
  // the message quotes a value that looks like an SQLSTATE; only the SQLSTATE at the end counts
  ofState('defect', '22P02', 'invalid input: "SQLState: 08006"\nof a record\n'),
  ['defect', 'DatabaseErrorException, SQLSTATE unknown', sqlError('08')],
  // for SQLSTATE class 42, the reason also contains the message's first line; messages of this class quote no values
  ofState('defect', '42P01', '', ': ERROR: some text'),
  // errors of the SDK
  ...outages.map((name): Row => ['outage', name, sdkError(name)]),
  ...network.map((code): Row => ['outage', code, errorWith({ code, $metadata: { attempts: 1 } })]),
  ['outage', 'ECONNRESET', errorWith({ name: 'ECONNRESET', code: 7 })], // the SDK uses the code as the name of some errors
  ['defect', 'AccessDeniedException, HTTP 403', sdkError('AccessDeniedException', 403)],
  ['defect', 'BadRequestException, HTTP 400', sdkError('BadRequestException')],
  ['defect', 'Error, HTTP 400', errorWith({ code: 'EACCES', $metadata: { httpStatusCode: 400 } })],
  ['defect', 'XECONNRESET, HTTP 400', sdkError('XECONNRESET')],
  ['defect', 'ECONNRESETX, HTTP 400', sdkError('ECONNRESETX')],
  ['outage', 'HTTP 502', sdkError('NewException', 502)],
  ['outage', 'HTTP 500', errorWith({ $metadata: {}, $response: { statusCode: 500 } })],
  ['defect', 'Error, HTTP 499', errorWith({ $metadata: {}, $response: { statusCode: 499 } })],
  ['defect', 'SyntaxError, HTTP 200', sdkError('SyntaxError', 200)],
  // errors of the service itself
  ['outage', 'no answer within 3000 ms', new DeadlineExceeded('no answer within 3000 ms')],
  ['defect', 'no rows', new DatabaseDefect('no rows')],
])('an error has the kind %s and the reason %s', (kind, reason, error) => {
  const name = kind === 'outage' ? 'DatabaseOutage' : 'DatabaseDefect';

  expect(failureOf(error)).toEqual({ kind, name, reason });
});

test.each([
  {},
  { $metadata: 'text' },
  { $metadata: null, $response: null },
  { $metadata: { httpStatusCode: '502' }, $response: { statusCode: '502' } },
])('an unforeseen error with the fields %j is reported as a defect with its stack', (facts) => {
  const failure = failureOf(errorWith(facts));

  expect(failure).toMatchObject({ kind: 'defect', name: 'Error', reason: 'unforeseen' });
  expect(failure.stack?.[0]).toContain('failure.test.ts');
  expect(JSON.stringify(failure)).not.toContain('hunter2');
});

const TWO_FRAMES = '    at check (check.ts:1:5)  \nx at y\n    at answer (a.ts:2:7)';

test.each([
  ['write to\n    at ada@example.com\n', 'write to\n    at ada@example.com\n\n'],
  ['changed', 'before\n'], // the message was changed after the stack was captured
  ['?', undefined],
])('a reported stack contains only frames, and not the message %j', (message, inStack) => {
  const stack = inStack === undefined ? inStack : `RangeError: ${inStack}${TWO_FRAMES}`;
  const error = Object.assign(new RangeError(message), { stack });

  const frames = ['at check (check.ts:1:5)', 'at answer (a.ts:2:7)'];
  expect(failureOf(error).stack).toEqual(stack === undefined ? [] : frames);
});

test.each([
  ['text', 'string'],
  [undefined, 'undefined'],
  [{ message: 'hunter2' }, 'object'],
])('a thrown value that is not an error is reported by its type: %p', (thrown, reason) => {
  expect(failureOf(thrown)).toEqual({ kind: 'defect', name: 'Unknown', reason });
});
