/** `operate check`: the views of a database beside the contract, and what the reader may do. It changes nothing. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

import { allDirectories, type Directory } from '../../contract/directories.ts';
import type { Execute } from '../../lambda/aws/data-api.ts';
import { notReadyYet, retry, type Waiting } from '../../lambda/aws/retry.ts';
import { READER } from '../../lambda/deploy/reader-login.ts';
import { statementsOf } from '../../lambda/deploy/sql-files.ts';
import { CommandError, UsageError } from '../command.ts';
import { loginTo } from './database.ts';
import { isRefusedLogin } from './errors.ts';
import type { StageDatabase } from './stage.ts';

export interface Finding {
  /** A note is neither good nor bad, but the operator should know. */
  readonly result: 'ok' | 'FAIL' | 'note';
  /** A view, or the reader. */
  readonly subject: string;
  readonly detail: string;
}

/** Prints what was found. @param secretArn - of the user who asks: where it is the reader, logging in shows that it can. @throws CommandError where something fails. */
export async function check(
  database: StageDatabase,
  secretArn: string | undefined,
  asJson: boolean,
  waiting: Waiting,
): Promise<void> {
  if (secretArn === undefined) throw new UsageError('--cluster goes with --secret.');
  const { signal } = new AbortController();
  const login = loginTo(database, secretArn);
  const ask = async () => findingsIn(login.execute(signal));
  const findings = await retry(ask, notReadyYet, { waiting, signal, log: console.error }).catch(
    (error: unknown) => {
      if (secretArn !== database.readerSecretArn || !isRefusedLogin(error)) throw error;
      return [cannotLogIn];
    },
  );
  const failed = findings.filter(({ result }) => result === 'FAIL').length;
  const notes = findings.filter(({ result }) => result === 'note').length;
  const width = Math.max(...findings.map(({ subject }) => subject.length)) + 2;
  const lines = findings.map(
    ({ result, subject, detail }) => `${result.padEnd(6)}${subject.padEnd(width)}${detail}`,
  );
  console.log(
    asJson ? JSON.stringify({ failed, notes, findings }, undefined, 2) : lines.join('\n'),
  );
  if (failed > 0) {
    const things = failed === 1 ? '1 thing is' : `${failed} things are`;
    throw new CommandError(`${things} not as the service needs it; ${notes} to note.`);
  }
  if (!asJson) console.log(`The database gives the service what it needs; ${notes} to note.`);
}

const cannotLogIn: Finding = {
  result: 'FAIL',
  subject: READER,
  detail: 'it cannot log in with its secret: npm run operate -- apply gives it that password',
};

const [ofViews = '', ofReader = '', ofRecords = ''] = statementsOf(
  'check.sql',
  readFileSync(path.join(import.meta.dirname, 'check.sql'), 'utf8'),
);

export async function findingsIn(execute: Execute): Promise<readonly Finding[]> {
  const ask = async (statement: string, parameters = {}): Promise<readonly Finding[]> => {
    const rows = await execute(statement, parameters);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what check.sql gives
    return rows.map(([result, subject, detail]) => ({ result, subject, detail }) as Finding);
  };
  const contract = JSON.stringify(allDirectories.flatMap(fieldsOf));
  const views = await ask(ofViews, { contract });
  const reader = await ask(ofReader, { contract });
  const isReadable = [...views, ...reader].every(({ result }) => result !== 'FAIL');
  return [...views, ...(isReadable ? await ask(ofRecords) : []), ...reader];
}

/** Which kinds of column a field accepts, as `check.sql` has them; `uuid` becomes a string of JSON like `text`. */
const accepted = {
  // Pages begin behind the last id, which is compared as a uuid.
  id: ['uuid', 'uuid'],
  string: ['text uuid', 'text, varchar or an enum'],
  uuid: ['text uuid', 'uuid or text'],
  date: ['date text uuid', 'date or text'],
  // Without a zone the moment is not known, and the contract refuses it.
  'date-time': ['timestamptz text uuid', 'timestamp with time zone or text'],
  integer: ['int2 int4 int8', 'smallint, integer or bigint'],
  boolean: ['bool', 'boolean'],
  texts: ['texts json jsonb', 'text[], varchar[], jsonb or json'],
  objects: ['json jsonb', 'json or jsonb'],
} as const;

/** A field in JSON Schema, without null. */
const Property = v.object({
  type: v.picklist(['string', 'integer', 'boolean', 'array']),
  format: v.optional(v.string()),
  items: v.optional(v.object({ type: v.string() })),
});
const Properties = v.record(
  v.string(),
  v.union([
    Property,
    v.pipe(
      v.object({ anyOf: v.looseTuple([Property]) }),
      v.transform(({ anyOf }) => anyOf[0]),
    ),
  ]),
);

/** @throws Error for a kind of field that the contract did not have when this was written. */
function fieldsOf({ name: list, record }: Directory, position: number) {
  const schema = toJsonSchema(record, { typeMode: 'output', ignoreActions: ['check', 'trim'] });
  return Object.entries(v.parse(Properties, schema.properties)).map(
    ([name, { type, format, items }]) => {
      const array = items?.type === 'string' ? 'texts' : 'objects';
      const known = format !== undefined && format in accepted ? format : type;
      const key = name === 'id' ? 'id' : type === 'array' ? array : known;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the picklist, or found in it
      const [kinds, types] = accepted[key as keyof typeof accepted];
      return { position: position + 1, list, name, kinds, types };
    },
  );
}
