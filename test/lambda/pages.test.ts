import { directories } from '../../contract/directories.ts';
import type { Database, Row, Execute } from '../../aws/data-api.ts';
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
function piece(record: number, nth: number, of: number, text: string, isLast = false): Row {
  return [uuidOf(record), nth, of, text, isLast];
}

/** A record of one piece. */
function whole(number: number, isLast = false): Row {
  return piece(number, 1, 1, `{"n":${number}}`, isLast);
}

const empty: Row = [null, null, null, null, true];

function recordsOf(...numbers: number[]): unknown[] {
  return numbers.map((n) => ({ n }));
}

describe('a list that fits the first page', () => {
  it('is that page, asked for from the start and within the limits of a response', async () => {
    const database = new ScriptedSelects([whole(1), whole(2, true)]);

    expect(await read(database)).toEqual(recordsOf(1, 2));
    expect(database.inside).toEqual([false]);
    expect(database.asked[0]?.[1]).toEqual({
      id: '00000000-0000-0000-0000-000000000000',
      piece: 0,
      candidates: 2000,
      bytes: 983_040,
    });
  });

  it('is empty where the page is one row of nulls', async () => {
    expect(await read(new ScriptedSelects([empty]))).toEqual([]);
  });
});

describe('a list of several pages', () => {
  it('is read again from its start in one transaction: the first page is of another moment', async () => {
    const database = new ScriptedSelects(
      [whole(1)],
      [whole(1), whole(2), whole(3)],
      [whole(4, true)],
    );

    expect(await read(database)).toEqual(recordsOf(1, 2, 3, 4));
    expect(database.inside).toEqual([false, true, true]);
    expect(database.settings).toEqual([
      ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', 1],
    ]);
    expect(database.asked.map(([, parameters]) => parameters['id'])).toEqual([
      '00000000-0000-0000-0000-000000000000',
      '00000000-0000-0000-0000-000000000000',
      uuidOf(3),
    ]);
  });

  it.each<[string, Row[], number]>([
    ['four records', [1, 2, 3, 4].map((number) => whole(number)), 6],
    ['one record of two pieces', [piece(1, 1, 2, '{'), piece(1, 2, 2, '}')], 3],
  ])(
    'looks at a quarter more records than the page before held, and at one more: after %s',
    async (_, page, candidates) => {
      const database = new ScriptedSelects(page, page, [whole(5, true)]);

      await read(database);

      expect(database.asked.map(([, asked]) => asked['candidates'])).toEqual([
        2000,
        candidates,
        candidates,
      ]);
    },
  );

  it('goes on behind a whole record, and within one that is not whole', async () => {
    const database = new ScriptedSelects(
      [whole(1)],
      [whole(1), piece(2, 1, 2, '{"n"')],
      [piece(2, 2, 2, ':2}'), whole(3)],
      [whole(4, true)],
    );

    expect(await read(database)).toEqual(recordsOf(1, 2, 3, 4));
    const comparisons = database.asked.map(([sql]) => /WHERE id (>=?) /u.exec(sql)?.[1]);
    expect(comparisons.slice(2)).toEqual(['>=', '>']);
    expect(database.asked.map(([, parameters]) => parameters['piece'])).toEqual([0, 0, 1, 1]);
  });

  it('ends with an empty page where the last record was taken away meanwhile', async () => {
    const database = new ScriptedSelects([whole(1)], [whole(1)], [empty]);

    expect(await read(database)).toEqual(recordsOf(1));
  });
});

describe('a defect is', () => {
  it.each<[string, ...Row[]]>([
    ['a list that begins inside a record', piece(1, 2, 2, '{}', true)],
    ['an id that comes again', whole(1), whole(1, true)],
    ['an id that comes out of order', whole(2), whole(1, true)],
    ['a piece that comes again', piece(1, 1, 2, '{'), piece(1, 1, 2, '}', true)],
    ['a piece that is missing', piece(1, 1, 3, '{'), piece(1, 3, 3, '}', true)],
    ['a record that is not whole', piece(1, 1, 2, '{'), whole(2, true)],
    ['a second piece of another record', piece(1, 1, 2, '{'), piece(2, 2, 2, '}', true)],
    ['a later record that begins inside', whole(1), piece(2, 2, 2, '{}', true)],
  ])('%s', async (_, ...rows) => {
    await expect(read(new ScriptedSelects(rows))).rejects.toMatchObject({
      name: 'DatabaseDefect',
      reason: 'duplicate id in the view',
    });
  });

  it.each<[string, Row]>([
    ['an id that is a number', [1, 1, 1, '{}', true]],
    ['a number of the piece that is a text', [uuidOf(1), '1', 1, '{}', true]],
    ['a count of pieces that is a text', [uuidOf(1), 1, '1', '{}', true]],
    ['a piece without text', [uuidOf(1), 1, 1, null, true]],
    ['an end that is no boolean', [uuidOf(1), 1, 1, '{}', 1]],
    ['a row without columns', [uuidOf(1)]],
  ])('%s', async (_, row) => {
    await expect(read(new ScriptedSelects([row]))).rejects.toMatchObject({
      name: 'DatabaseDefect',
      reason: 'a row does not hold a piece of a record',
    });
  });

  it('an answer without a row: that is no end of a list', async () => {
    await expect(read(new ScriptedSelects([]))).rejects.toMatchObject({
      name: 'DatabaseDefect',
      reason: 'an answer without rows',
    });
  });
});
