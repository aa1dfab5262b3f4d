import { directories } from '../../contract/directories.ts';
import type { Database, Row, Execute } from '../../lambda/aws/data-api.ts';
import { readRecords } from '../../lambda/directory/read.ts';
import { uuidOf } from '../support/records/records.ts';

/** Answers each statement with the next rows; `read.test.ts` shows the statement itself against a database. */
class ScriptedSelects implements Database {
  readonly asked: [sql: string, parameters: Record<string, string | number>][] = [];
  /** Statements that set something, and how many others came before. */
  readonly settings: [sql: string, before: number][] = [];
  /** Which of them were asked in a transaction. */
  readonly inside: boolean[] = [];
  readonly #answers: (readonly Row[])[];

  constructor(...answers: (readonly Row[])[]) {
    this.#answers = answers;
  }

  execute(): Execute {
    return this.#select(false);
  }

  async inTransaction<T>(_: AbortSignal, work: (execute: Execute) => Promise<T>): Promise<T> {
    return work(this.#select(true));
  }

  closeConnections(): void {}

  #select(isInside: boolean): Execute {
    return async (sql, parameters = {}) => {
      if (sql.startsWith('SET ')) {
        this.settings.push([sql, this.asked.length]);
        return [];
      }
      this.asked.push([sql, parameters]);
      this.inside.push(isInside);
      const rows = this.#answers.shift();
      if (rows === undefined) throw new Error('nothing is left to answer');
      return rows;
    };
  }
}

async function read(database: Database): Promise<readonly unknown[]> {
  return readRecords(database, directories.startups, new AbortController().signal);
}

/** A piece of the record of this number. */
function piece(record: number, nth: number, of: number, text: string): Row {
  return [uuidOf(record), nth, of, text, null];
}

/** A record of one piece. */
function whole(number: number): Row {
  return piece(number, 1, 1, `{"n":${number}}`);
}

/** The row behind the pieces: whether the list goes on, and the state of the database from which the page is. */
const more: Row = [null, null, null, '7:7:', false];
const end: Row = [null, null, null, '7:7:', true];
const laterMore: Row = [null, null, null, '8:8:', false];
const laterEnd: Row = [null, null, null, '8:8:', true];

function recordsOf(...numbers: number[]): unknown[] {
  return numbers.map((n) => ({ n }));
}

describe('a list that fits the first page', () => {
  it('is that page, asked for from the start and within the limits of a response', async () => {
    const database = new ScriptedSelects([whole(1), whole(2), end]);

    expect(await read(database)).toEqual(recordsOf(1, 2));
    expect(database.inside).toEqual([false]);
    expect(database.asked[0]?.[1]).toEqual({
      id: '00000000-0000-0000-0000-000000000000',
      piece: 0,
      candidates: 2000,
      bytes: 983_040,
    });
  });

  it('is empty where the page has no piece', async () => {
    expect(await read(new ScriptedSelects([end]))).toEqual([]);
  });
});

describe('a list of several pages', () => {
  it('is read on in one transaction, which sees what the first page was read from', async () => {
    const database = new ScriptedSelects([whole(1), more], [whole(2), more], [whole(3), end]);

    expect(await read(database)).toEqual(recordsOf(1, 2, 3));
    expect(database.inside).toEqual([false, true, true]);
    expect(database.settings).toEqual([
      ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', 1],
    ]);
    expect(database.asked.map(([, parameters]) => parameters['id'])).toEqual([
      '00000000-0000-0000-0000-000000000000',
      uuidOf(1),
      uuidOf(2),
    ]);
  });

  it.each<[string, Row]>([
    ['goes on', laterMore],
    ['ends', laterEnd],
  ])('is read again from its start where somebody wrote meanwhile: %s', async (_, behind) => {
    const database = new ScriptedSelects(
      [whole(1), more],
      [whole(3), behind],
      [whole(2), laterMore],
      [whole(3), laterEnd],
    );

    expect(await read(database)).toEqual(recordsOf(2, 3));
    expect(database.inside).toEqual([false, true, true, true]);
    expect(database.asked.map(([, parameters]) => parameters['id'])).toEqual([
      '00000000-0000-0000-0000-000000000000',
      uuidOf(1),
      '00000000-0000-0000-0000-000000000000',
      uuidOf(2),
    ]);
  });

  it.each<[string, Row[], number]>([
    ['four records', [1, 2, 3, 4].map(whole), 6],
    ['one record of two pieces', [piece(1, 1, 2, '{'), piece(1, 2, 2, '}')], 3],
  ])(
    'looks at a quarter more records than the page before held, and at one more: after %s',
    async (_, page, candidates) => {
      const database = new ScriptedSelects([...page, more], [whole(5), end]);

      await read(database);

      expect(database.asked.map(([, asked]) => asked['candidates'])).toEqual([2000, candidates]);
    },
  );

  it('goes on behind a whole record, and within one that is not whole', async () => {
    const database = new ScriptedSelects(
      [whole(1), piece(2, 1, 2, '{"n"'), more],
      [piece(2, 2, 2, ':2}'), whole(3), more],
      [whole(4), end],
    );

    expect(await read(database)).toEqual(recordsOf(1, 2, 3, 4));
    const comparisons = database.asked.map(([sql]) => /WHERE id (>=?) /u.exec(sql)?.[1]);
    expect(comparisons.slice(1)).toEqual(['>=', '>']);
    expect(database.asked.map(([, parameters]) => parameters['piece'])).toEqual([0, 1, 1]);
  });

  it('ends with an empty page where it was deleted after its first page', async () => {
    const database = new ScriptedSelects([whole(1), more], [laterEnd], [laterEnd]);

    expect(await read(database)).toEqual([]);
  });
});

describe('a defect is', () => {
  it.each<[string, ...Row[]]>([
    ['a list that begins inside a record', piece(1, 2, 2, '{}')],
    ['an id that comes again', whole(1), whole(1)],
    ['an id that comes out of order', whole(2), whole(1)],
    ['a piece that comes again', piece(1, 1, 2, '{'), piece(1, 1, 2, '}')],
    ['a piece that is missing', piece(1, 1, 3, '{'), piece(1, 3, 3, '}')],
    ['a record that is not whole', piece(1, 1, 2, '{'), whole(2)],
    ['a second piece of another record', piece(1, 1, 2, '{'), piece(2, 2, 2, '}')],
    ['a later record that begins inside', whole(1), piece(2, 2, 2, '{}')],
  ])('%s', async (_, ...rows) => {
    await expect(read(new ScriptedSelects([...rows, end]))).rejects.toMatchObject({
      name: 'DatabaseDefect',
      reason: 'duplicate id in the view',
    });
  });

  it.each<[string, Row]>([
    ['an id that is a number', [1, 1, 1, '{}', null]],
    ['a number of the piece that is a text', [uuidOf(1), '1', 1, '{}', null]],
    ['a count of pieces that is a text', [uuidOf(1), 1, '1', '{}', null]],
    ['a piece without text', [uuidOf(1), 1, 1, null, null]],
    ['a row without columns', [uuidOf(1)]],
  ])('%s', async (_, row) => {
    await expect(read(new ScriptedSelects([row, end]))).rejects.toMatchObject({
      name: 'DatabaseDefect',
      reason: 'a row does not hold a piece of a record',
    });
  });

  it.each<[string, ...Row[]]>([
    ['without a row'],
    ['without the row behind the pieces', whole(1)],
    ['that does not say which state it saw', whole(1), [null, null, null, null, true]],
    ['that does not say whether it ends', whole(1), [null, null, null, '7:7:', 1]],
    ['without a piece, which does not end', more],
  ])('an answer %s: that is no end of a list', async (_, ...rows) => {
    await expect(read(new ScriptedSelects(rows))).rejects.toMatchObject({
      name: 'DatabaseDefect',
      reason: 'an answer without its last row',
    });
  });
});
