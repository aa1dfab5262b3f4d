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

const { signal } = new AbortController();

async function read(database: Database): Promise<readonly unknown[]> {
  return readRecords(database, directories.startups, signal);
}

/** A record of one piece. */
function whole(number: number, isLast = false): Row {
  return [uuidOf(number), 1, 1, `{"n":${number}}`, isLast];
}

function recordsOf(...numbers: number[]): unknown[] {
  return numbers.map((n) => ({ n }));
}

describe('a list that fits the first page', () => {
  it('is that page', async () => {
    const database = new ScriptedSelects([whole(1), whole(2, true)]);

    expect(await read(database)).toEqual(recordsOf(1, 2));
    expect(database.inside).toEqual([false]);
  });

  it('is asked for from the start, within the limits of a response', async () => {
    const database = new ScriptedSelects([whole(1, true)]);

    await read(database);

    expect(database.asked[0]?.[1]).toEqual({
      id: '00000000-0000-0000-0000-000000000000',
      piece: 0,
      candidates: 2000,
      bytes: 983_040,
    });
  });

  it('is empty where the page is one row of nulls', async () => {
    expect(await read(new ScriptedSelects([[null, null, null, null, true]]))).toEqual([]);
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

  it('looks at a quarter more records than the page before held, and at one more', async () => {
    const four = [1, 2, 3, 4].map((number) => whole(number));
    const database = new ScriptedSelects(four, four, [whole(5, true)]);

    await read(database);

    expect(database.asked.map(([, parameters]) => parameters['candidates'])).toEqual([2000, 6, 6]);
  });

  it('counts records, not their pieces, for that', async () => {
    const pieces: Row[] = [1, 2, 3].map((piece) => [
      uuidOf(1),
      piece,
      3,
      '{}'.slice(0, piece),
      false,
    ]);
    const database = new ScriptedSelects(pieces, [whole(1, true)]);

    await read(database);

    expect(database.asked[1]?.[1]['candidates']).toBe(3);
  });

  it('goes on behind a whole record, and within one that is not whole', async () => {
    const database = new ScriptedSelects(
      [whole(1)],
      [whole(1), [uuidOf(2), 1, 2, '{"n"', false]],
      [[uuidOf(2), 2, 2, ':2}', false], whole(3)],
      [whole(4, true)],
    );

    expect(await read(database)).toEqual(recordsOf(1, 2, 3, 4));
    const comparisons = database.asked.map(([sql]) => /WHERE id (>=?) /u.exec(sql)?.[1]);
    expect(comparisons.slice(2)).toEqual(['>=', '>']);
    expect(database.asked.map(([, parameters]) => parameters['piece'])).toEqual([0, 0, 1, 1]);
  });

  it('ends with an empty page where the last record was taken away meanwhile', async () => {
    const database = new ScriptedSelects([whole(1)], [whole(1)], [[null, null, null, null, true]]);

    expect(await read(database)).toEqual(recordsOf(1));
  });
});

describe('pieces that do not follow one another', () => {
  const TWICE = 'duplicate id in the view';

  it.each<[string, ...Row[]]>([
    ['a list begins inside a record', [uuidOf(1), 2, 2, '{}', true]],
    ['an id comes again', whole(1), whole(1, true)],
    ['an id comes out of order', whole(2), whole(1, true)],
    ['a piece comes again', [uuidOf(1), 1, 2, '{', false], [uuidOf(1), 1, 2, '}', true]],
    ['a piece is missing', [uuidOf(1), 1, 3, '{', false], [uuidOf(1), 3, 3, '}', true]],
    ['a record is not whole', [uuidOf(1), 1, 2, '{', false], whole(2, true)],
    ['the second piece is of another', [uuidOf(1), 1, 2, '{', false], [uuidOf(2), 2, 2, '}', true]],
    ['a later record begins inside', whole(1), [uuidOf(2), 2, 2, '{}', true]],
  ])('are a defect: %s', async (_, ...rows) => {
    await expect(read(new ScriptedSelects(rows))).rejects.toMatchObject({
      name: 'DatabaseDefect',
      reason: TWICE,
    });
  });
});

describe('rows that are no pieces', () => {
  it.each<[string, Row]>([
    ['an id that is a number', [1, 1, 1, '{}', true]],
    ['a number of the piece that is a text', [uuidOf(1), '1', 1, '{}', true]],
    ['a count of pieces that is a text', [uuidOf(1), 1, '1', '{}', true]],
    ['no text', [uuidOf(1), 1, 1, null, true]],
    ['an end that is no boolean', [uuidOf(1), 1, 1, '{}', 1]],
    ['columns that are missing', [uuidOf(1)]],
  ])('are a defect: %s', async (_, row) => {
    await expect(read(new ScriptedSelects([row]))).rejects.toMatchObject({
      name: 'DatabaseDefect',
      reason: 'a row does not hold a piece of a record',
    });
  });

  it('are a defect where there is not even one: that is no end of a list', async () => {
    await expect(read(new ScriptedSelects([]))).rejects.toMatchObject({
      name: 'DatabaseDefect',
      reason: 'an answer without rows',
    });
  });
});
