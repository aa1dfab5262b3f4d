import { DatabaseDefect, DatabaseOutage, failureOf, SnapshotRefused } from '../../aws/errors.ts';

describe('an error of the directory', () => {
  const cause = new Error('of the SDK');

  it('says what happened, and keeps what caused it', () => {
    expect(new DatabaseOutage('HTTP 503', { cause })).toMatchObject({
      name: 'DatabaseOutage',
      message: 'The database is away: HTTP 503',
      cause,
    });
    expect(new DatabaseDefect('HTTP 403', { cause })).toMatchObject({
      name: 'DatabaseDefect',
      message: 'The database does not give the directory: HTTP 403',
      cause,
    });
    expect(new SnapshotRefused('3 records are left', { isDrop: true })).toMatchObject({
      name: 'SnapshotRefused',
      message: 'The snapshot is not published: 3 records are left',
    });
  });

  it('is of a database that wakes up for one reason only', () => {
    expect(new DatabaseOutage('DatabaseResumingException').isResuming).toBe(true);
    expect(new DatabaseOutage('DatabaseUnavailableException').isResuming).toBe(false);
  });
});

describe('a failure', () => {
  it('of an error that nobody foresaw has the frames of its stack, without its words', () => {
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
