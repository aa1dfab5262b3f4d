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
import type { Refreshed } from '../../contract/refresh.ts';
import { systemClock, within } from '../../lambda/aws/clock.ts';
import { copiesInS3, type Copy, makeList, toCopy } from '../../lambda/aws/copies.ts';
import { errorName } from '../../lambda/aws/errors.ts';
import { NotServing } from '../../lambda/aws/refresh.ts';
import { DENIED } from '../../lambda/aws/retry.ts';
import { failureOf } from '../../lambda/directory/failure.ts';
import { CommandError } from '../command.ts';
import type { Consent } from './consent.ts';
import { loginTo } from './database.ts';
import { listAtEdge } from './lists.ts';
import type { Stage } from './stage.ts';

const { founders } = directories;

const PORTAL_MS = 15_000;
const WRITE_ATTEMPTS = 5;

/** Where a founder was found. The first one is what the portal publishes; the second, everybody whom it knows. */
const places = [
  'the list of the portal',
  'the portal',
  'the copy',
  'the list at the edge',
] as const;
type Place = (typeof places)[number];

const CANNOT_REACH =
  'What this cannot reach: browsers and other caches, for up to a day (stale-if-error), and clients that keep the list, for up to seven days (keepMs).';

interface Found {
  readonly name: string;
  readonly places: ReadonlySet<Place>;
}

/** A founder as far as a takedown looks at them. */
const Named = v.object({ id: v.string(), first_name: v.string(), last_name: v.string() });
type Named = v.InferOutput<typeof Named>;

const Records = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** Prints who has such a name, with their ids. @throws CommandError where nobody does. */
export async function findFounders(stage: Stage, typed: string): Promise<void> {
  const wanted = typed.trim().toLowerCase();
  const found = await search(stage, {
    condition: `strpos(lower(concat_ws(' ', first_name, last_name)), :wanted) > 0`,
    wanted,
    isWanted: (record) => nameOf(record).toLowerCase().includes(wanted),
  });
  for (const [id, person] of found) {
    console.log(`${id}  ${person.name}, in ${[...person.places].join(', ')}`);
  }
  if (found.size === 0) throw new CommandError(`Nobody is called "${typed}" in ${stage.name}.`);
}

/** @param id - of the founder, in lower case. @throws CommandError, the steps that were printed being done. */
export async function takedown(stage: Stage, id: string, consent: Consent): Promise<void> {
  const found = await search(stage, {
    condition: 'id::text = :wanted',
    wanted: id,
    isWanted: (record) => record.id.toLowerCase() === id,
  });
  const person = found.get(id);
  if (person === undefined) {
    throw new CommandError(
      `There is nobody with this id in ${stage.name}: no list, no copy and no row of the portal has it. Nothing was changed. Find it by name: npm run operate -- takedown <stage> --find "Jane Doe"`,
    );
  }
  if (person.places.has(places[0]))
    throw new CommandError(`${stillPublishes(person)} Nothing was changed.`);
  const where = [...person.places].join(', ');
  const plan = `${person.name} (${id}) is taken out of ${stage.name}; found in ${where}.`;
  if (!(await consent(plan))) return;

  const isPortalRead = await cleanCopy(stage, id, person);
  await stage.forget();
  await stage.invalidate([founders.path]);
  console.log(`edge: ${founders.path} is invalidated`);

  const { body } = await listAtEdge(stage, founders);
  for (const [place, records] of [
    ['the copy', await recordsOfCopy(stage)],
    ['the list at the edge', recordsOf(body)],
  ] as const) {
    if (!records.some((record) => isOf(record, id))) continue;
    throw new CommandError(
      `${person.name} is in ${place} again: see that the portal no longer publishes them, and run this again.`,
    );
  }
  console.log(
    `check: neither the copy nor the edge has them\n${person.name} is taken out of ${stage.name}.`,
  );
  if (!isPortalRead) {
    console.log(
      'The portal was not read: if it publishes them, they come back. Run this again then.',
    );
  }
  console.log(CANNOT_REACH);
}

interface Search {
  /** Of SQL, on the columns `id`, `first_name` and `last_name`, with the parameter `:wanted`. */
  readonly condition: string;
  readonly wanted: string;
  readonly isWanted: (record: Named) => boolean;
}

/** Looks in the portal, the copy and at the edge, as far as they answer. The ids are in lower case. */
async function search(stage: Stage, wanted: Search): Promise<ReadonlyMap<string, Found>> {
  const people = new Map<string, Found>();
  const add = (place: Place, records: readonly unknown[]): void => {
    for (const record of records) {
      if (!v.is(Named, record) || !wanted.isWanted(record)) continue;
      const id = record.id.toLowerCase();
      const others = people.get(id)?.places ?? [];
      people.set(id, { name: nameOf(record), places: new Set([...others, place]) });
    }
  };
  await searchPortal(stage, wanted, add);
  add('the copy', await recordsOfCopy(stage));
  try {
    add('the list at the edge', recordsOf((await listAtEdge(stage, founders)).body));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.log(error.message); // the other places may have them
  }
  return people;
}

/** The portal's own table can be asked where the database is the stage's own: else only what the views publish. */
async function searchPortal(
  stage: Stage,
  { condition, wanted }: Search,
  add: (place: Place, records: readonly unknown[]) => void,
): Promise<void> {
  const database = stage.database();
  const { readerSecretArn = '', ownerSecretArn } = database;
  const login = loginTo(database, ownerSecretArn ?? readerSecretArn);
  const rowsOf = async (relation: string): Promise<readonly object[]> => {
    const sql = `select id::text, first_name, last_name from ${relation} where ${condition}`;
    const rows = await within(systemClock, PORTAL_MS, async (signal) =>
      login.execute(signal)(sql, { wanted }),
    );
    return rows.map(([id, first_name, last_name]) => ({ id, first_name, last_name }));
  };
  try {
    add('the list of the portal', await rowsOf('directory.founders'));
    if (ownerSecretArn !== undefined) add('the portal', await rowsOf('portal.founders'));
  } catch (error) {
    const { name, reason } = failureOf(error);
    if (!name.startsWith('Database') || DENIED.test(errorName(error))) throw error;
    console.log(
      `The portal cannot be asked (${name}: ${reason}): going on with what is published.`,
    );
  }
}

/**
 * Has the copy written without the founder: by a refresh, or where that fails, over the copy as it is.
 *
 * @returns whether the portal was read.
 * @throws CommandError
 */
async function cleanCopy(stage: Stage, id: string, person: Found): Promise<boolean> {
  const { failure, kept } = await stage
    .invoke(founders.name, { acceptDrop: false })
    .catch(notServing);
  const isFresh = failure === undefined && kept?.state === 'written';
  console.log(
    isFresh
      ? 'portal: the list was read, and its copy written'
      : `portal: the list cannot be read (${failure?.name}: ${failure?.reason}), so the copy is rewritten`,
  );
  const { client, bucket } = stage.copies;
  const copies = copiesInS3(client, bucket, systemClock);
  for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt += 1) {
    const copy = await readCopy(stage);
    const records = copy.state === 'found' ? recordsOf(copy.list.body.toString()) : [];
    const others = records.filter((record) => !isOf(record, id));
    if (copy.state !== 'found' || others.length === records.length) {
      console.log('copy: they are not in it');
      return isFresh;
    }
    if (isFresh) throw new CommandError(stillPublishes(person));
    // The time stays: what the copy says was read then.
    const list = makeList(others, copy.list.cachedAt);
    const written = await copies.write(founders, list, copy, refreshLimits.storeMs);
    if (written.state === 'failed') {
      throw new CommandError(
        `The copy cannot be written (${written.reason}): the caller needs s3:PutObject on it. Then run this again.`,
      );
    }
    if (written.state === 'written') {
      console.log('copy: they are removed');
      return false;
    }
  }
  throw new CommandError(
    `The copy was written by somebody else ${WRITE_ATTEMPTS} times in a row: run this again in a minute.`,
  );
}

/** A function that fails leaves the copy to us. */
function notServing(error: unknown): Pick<Refreshed, 'failure' | 'kept'> {
  if (!(error instanceof NotServing)) throw error;
  return { failure: { kind: 'defect', name: error.name, reason: error.message } };
}

function stillPublishes({ name }: Found): string {
  return `The portal still publishes ${name}: take them out of the directory there, then run this again.`;
}

/** @throws CommandError where something else is in its place: the edge would serve it. */
async function recordsOfCopy(stage: Stage): Promise<readonly unknown[]> {
  const copy = await readCopy(stage);
  return copy.state === 'found' ? recordsOf(copy.list.body.toString()) : [];
}

/** Any refusal is thrown: a copy that cannot be seen may hold the founder. */
async function readCopy({ copies: { client, bucket } }: Stage): Promise<Copy> {
  const Key = founders.path.slice(1);
  try {
    const get = new GetObjectCommand({ Bucket: bucket, Key });
    const { Body, Metadata = {}, ETag = '' } = await client.send(get);
    const stored = Buffer.from((await Body?.transformToByteArray()) ?? []);
    const copy = toCopy(bucket, founders, stored, Metadata, ETag);
    if (copy.state === 'found') return copy;
    throw new CommandError(
      `The copy is not what the service wrote (${copy.reason}), and the edge may serve it: delete it (aws s3 rm s3://${bucket}/${Key}) and run this again.`,
    );
  } catch (error) {
    if (errorName(error) === 'NoSuchKey') return { state: 'absent' };
    throw error;
  }
}

/** No message of the parser: it holds parts of the text. @throws CommandError */
function recordsOf(text: string): readonly unknown[] {
  const parsed = v.safeParse(Records, text);
  if (parsed.success) return parsed.output;
  throw new CommandError('The list of the founders is no JSON array: see docs/runbook.md.');
}

function isOf(record: unknown, id: string): boolean {
  return v.is(v.object({ id: v.string() }), record) && record.id.toLowerCase() === id;
}

function nameOf({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`.replaceAll(/\p{Cc}/gu, ' ').trim(); // nothing that a terminal obeys
}
