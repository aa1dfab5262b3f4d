/**
 * `operate takedown`: takes a founder out of everything that is published, at once, in the order in which nothing brings
 * them back. The portal comes first, since every read publishes what it publishes; then the copy, by a refresh, or where
 * the database does not answer by rewriting it; then the memory of the processes; then the edge, once everything behind it
 * answers without the founder. Each step can be done again.
 */

import { GetObjectCommand } from '@aws-sdk/client-s3';
import * as v from 'valibot';

import { directories } from '../../contract/directories.ts';
import { refreshLimits } from '../../contract/limits.ts';
import { systemClock } from '../../lambda/aws/clock.ts';
import { copiesInS3, type Copy, makeList, toCopy } from '../../lambda/aws/copies.ts';
import { ACCESS_DENIED, errorName } from '../../lambda/aws/errors.ts';
import { NotServing } from '../../lambda/aws/request-refresh.ts';
import { CommandError, type Consent } from '../../local/command.ts';
import { loginTo } from './database-login.ts';
import { explain } from './explain.ts';
import { listAtEdge } from './refresh.ts';
import type { Stage } from './stage.ts';

const { founders } = directories;

const PORTAL_MS = 15_000;

/** The records that the portal publishes now. The other sources have what it published before. */
const LISTED = 'the list of the portal';

interface Person {
  readonly name: string;
  readonly foundIn: readonly string[];
}

/** A founder as far as a takedown looks at them. */
const Named = v.object({ id: v.string(), first_name: v.string(), last_name: v.string() });
type Named = v.InferOutput<typeof Named>;

/** Prints who has such a name, with their ids. @throws CommandError where nobody does. */
export async function findFounders(stage: Stage, typed: string): Promise<void> {
  const found = await search(stage, typed.trim());
  for (const [id, person] of found) {
    console.log(`${id}  ${person.name}, in ${person.foundIn.join(', ')}`);
  }
  if (found.size === 0) throw new CommandError(`Nobody is called "${typed}" in ${stage.name}.`);
}

/** @param id - of the founder, in lower case. @throws CommandError, the steps that were printed being done. */
export async function takedown(stage: Stage, id: string, consent: Consent): Promise<void> {
  const { name, foundIn = [] } = (await search(stage, id)).get(id) ?? {};
  if (name === undefined) {
    throw new CommandError(
      `No founder in ${stage.name} has this id, as far as this could look. Nothing was changed. Search by name: npm run operate -- takedown <stage> --find "Jane Doe"`,
    );
  }
  const stillPublished = `The portal still publishes ${name}: take them out of the directory there, then run this again.`;
  if (foundIn.includes(LISTED)) throw new CommandError(`${stillPublished} Nothing was changed.`);
  const plan = `${name} (${id}) is taken out of ${stage.name}; found in ${foundIn.join(', ')}.`;
  if (!(await consent(plan))) return;

  const { isRead, problem } = await refreshFounders(stage);
  console.log(`portal: ${problem ?? 'the list was read, and its copy written'}`);
  const copy = await readCopy(stage);
  if (copy !== undefined && 'invalid' in copy) throw new CommandError(copy.invalid);
  if (copy?.records.some(isOf(id)) === true) {
    if (problem === undefined) throw new CommandError(stillPublished);
    await rewrite(stage, copy, (record) => !isOf(id)(record));
    console.log('copy: they are removed');
  }
  await stage.waitForMemory();
  await stage.invalidate([founders.path]);
  console.log(`edge: ${founders.path} is invalidated`);

  const checked = await published(stage);
  for (const [source, records] of checked) {
    if (!records.some(isOf(id))) continue;
    throw new CommandError(
      `${name} is in ${source} again: see that the portal no longer publishes them, and run this again.`,
    );
  }
  console.log(`check: not in ${checked.map(([source]) => source).join(', not in ')}`);
  console.log(`${name} is taken out of ${stage.name}.`);
  if (!isRead) {
    console.log(
      'The portal was not read: if it publishes them, they come back. Then run this again.',
    );
  }
  console.log(
    'What this cannot reach: browsers and other caches, for up to a day (stale-if-error), and clients that keep the list, for up to seven days (keepMs).',
  );
}

/** People by their id in lower case, who have this id, or a name with this in it. */
async function search(stage: Stage, typed: string): Promise<ReadonlyMap<string, Person>> {
  const wanted = typed.toLowerCase();
  const people = new Map<string, Person>();
  for (const [source, records] of [...(await portal(stage, wanted)), ...(await published(stage))]) {
    for (const record of records) {
      const id = record.id.toLowerCase();
      const name = `${record.first_name} ${record.last_name}`.replaceAll(CONTROL, ' ').trim();
      if (id !== wanted && !name.toLowerCase().includes(wanted)) continue;
      people.set(id, { name, foundIn: [...(people.get(id)?.foundIn ?? []), source] });
    }
  }
  return people;
}

/** A name is typed by a person, and a terminal obeys these. */
const CONTROL = /\p{Cc}/gu;

type Source = readonly [name: string, records: readonly Named[]];

/** The portal's own table can be asked where the database is the stage's own; else only what the views publish. */
async function portal(stage: Stage, wanted: string): Promise<readonly Source[]> {
  const database = stage.database();
  const { readerSecretArn, writerSecretArn } = database;
  const searchIn = async (
    source: string,
    relation: string,
    secretArn: string | undefined,
  ): Promise<Source> => {
    const login = loginTo(database, secretArn);
    const sql = `select id::text, first_name, last_name from ${relation}
      where id::text = :wanted or strpos(lower(concat_ws(' ', first_name, last_name)), :wanted) > 0`;
    const rows = await login.execute(AbortSignal.timeout(PORTAL_MS))(sql, { wanted });
    const texts = rows.map((row) => row.map(String));
    return [
      source,
      texts.map(([id = '', first_name = '', last_name = '']) => ({ id, first_name, last_name })),
    ];
  };
  try {
    const listed = await searchIn(LISTED, 'directory.founders', readerSecretArn);
    if (writerSecretArn === undefined) return [listed];
    return [listed, await searchIn('the portal', 'portal.founders', writerSecretArn)];
  } catch (error) {
    const reason = explain(error);
    if (reason === undefined || ACCESS_DENIED.test(errorName(error))) throw error;
    console.log(`The portal cannot be asked, so this goes on with what is published. ${reason}`);
    return [];
  }
}

async function published(stage: Stage): Promise<readonly Source[]> {
  const { body, summary } = await listAtEdge(stage, founders);
  const atEdge = recordsIn(body);
  if (atEdge === undefined) {
    console.log(`The edge answers ${summary}, so this goes on without its list.`);
  }
  const copy = await readCopy(stage);
  return [
    ['the copy', copy !== undefined && 'records' in copy ? copy.records : []],
    ...(atEdge === undefined ? [] : [['the list at the edge', atEdge] as const]),
  ];
}

/** Reads the list and writes its copy. `problem` says why one of the two failed. */
async function refreshFounders(
  stage: Stage,
): Promise<{ readonly isRead: boolean; readonly problem?: string }> {
  try {
    const { failure, copyWrite } = await stage.invoke(founders.name, { acceptDrop: false });
    if (failure !== undefined) {
      return { isRead: false, problem: `it cannot be read (${failure.name}: ${failure.reason})` };
    }
    if (copyWrite?.state === 'written') return { isRead: true };
    return { isRead: true, problem: 'it was read, but its copy was not written' };
  } catch (error) {
    if (error instanceof NotServing) return { isRead: false, problem: error.message };
    throw error;
  }
}

/** Keeps some of the records under the time of the copy, over nothing but what was read. @throws CommandError */
async function rewrite(
  stage: Stage,
  { copy, records }: FoundCopy,
  isKept: (record: Named) => boolean,
): Promise<void> {
  const list = makeList(records.filter(isKept), copy.list.cachedAt);
  const copies = copiesInS3(stage.copies.client, stage.copies.bucket, systemClock);
  const written = await copies.write(founders, list, copy, refreshLimits.storeMs);
  if (written.state === 'written') return;
  const why = written.state === 'failed' ? written.reason : 'somebody else wrote it just now';
  throw new CommandError(`The copy cannot be written (${why}): run this again.`);
}

interface FoundCopy {
  readonly copy: Extract<Copy, { readonly state: 'found' }>;
  readonly records: readonly Named[];
}

/**
 * The copy with its records, or what to do if it is invalid; `undefined` if there is none. Any refusal is thrown: a copy that
 * cannot be read may contain the founder.
 */
async function readCopy({
  copies: { client, bucket },
}: Stage): Promise<FoundCopy | { readonly invalid: string } | undefined> {
  const Key = founders.path.slice(1);
  try {
    const get = new GetObjectCommand({ Bucket: bucket, Key });
    const { Body, Metadata = {}, ETag = '' } = await client.send(get);
    const stored = Buffer.from((await Body?.transformToByteArray()) ?? []);
    const copy = toCopy(bucket, founders, stored, Metadata, ETag);
    if (copy.state === 'found') return { copy, records: recordsIn(String(copy.list.body)) ?? [] };
    const invalid = `The copy is invalid (${copy.reason}), and the edge may serve it. Ask an administrator to delete it (aws s3 rm s3://${bucket}/${Key}), then run this again, which also empties the edge.`;
    return { invalid };
  } catch (error) {
    if (errorName(error) === 'NoSuchKey') return undefined;
    throw error;
  }
}

/** The records with all their fields, or `undefined` if the text is not a list of founders. */
function recordsIn(text: string): readonly Named[] | undefined {
  const { output: records } = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  return v.is(v.array(Named), records) ? records : undefined;
}

function isOf(id: string) {
  return (record: Named): boolean => record.id.toLowerCase() === id;
}
