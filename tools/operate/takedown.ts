/**
 * `operate takedown` removes a founder from everything that the stage publishes. The order of the steps ensures that no later
 * step publishes the founder again:
 *
 * 1. The command checks that the portal no longer publishes the founder, because otherwise every read would publish the founder
 *    again. If the database cannot be reached or rejects the query, this check is skipped.
 * 2. It refreshes the list, which also writes the last-good copy. If the function cannot refresh the list, the command itself
 *    removes the founder from the copy.
 * 3. It waits until the lists in the processes' memory have expired.
 * 4. It removes the list from the edge cache.
 * 5. It checks that the founder is no longer in the copy or in the list at the edge.
 *
 * If a step fails, the operator can run the command again, because every step can be repeated.
 */

import { GetObjectCommand } from '@aws-sdk/client-s3';
import * as v from 'valibot';

import { directories } from '../../contract/directories.ts';
import { refreshLimits } from '../../contract/limits.ts';
import { systemClock } from '../../lambda/aws/clock.ts';
import { copiesInS3, type Copy, type List, makeList, toCopy } from '../../lambda/aws/copies.ts';
import { ACCESS_DENIED, errorName } from '../../lambda/aws/errors.ts';
import { NotServing } from '../../lambda/aws/request-refresh.ts';
import { CommandError, type Consent } from '../../local/command.ts';
import { explain } from './explain.ts';
import { listAtEdge, readNow } from './refresh.ts';
import { loginTo, type Stage } from './stage.ts';

const { founders } = directories;

const COPY_KEY = founders.path.slice(1);

/**
 * Name of the source with the founders that the portal publishes now. The other sources may also contain founders that the portal
 * no longer publishes.
 */
const PORTAL = "the portal's list";

/** The fields that a takedown reads from a founder's record. */
const Named = v.object({ id: v.string(), first_name: v.string(), last_name: v.string() });
type Named = v.InferOutput<typeof Named>;

const ENGLISH_LIST = new Intl.ListFormat('en');

/** A place where founders are published, and the founders that were found there. */
type Source = readonly [name: string, records: readonly Named[]];

/** Prints the founders whose id is `typed` or whose name contains it. @throws CommandError if no founder matches. */
export async function findFounders(stage: Stage, typed: string): Promise<void> {
  const found = await search(stage, typed.trim());
  for (const [id, { name, foundIn }] of found)
    console.log(`${id}  ${name}, in ${ENGLISH_LIST.format(foundIn)}`);
  if (found.size === 0)
    throw new CommandError(`No founder of ${stage.name} matches "${typed}": try part of the name.`);
}

/**
 * Removes a founder.
 *
 * @param id - the founder's id in lower case.
 * @throws CommandError, for example if the portal still publishes the founder, if the copy is invalid or cannot be written, or
 *   if step 5 finds the founder. Other errors, such as those from AWS, are passed on. The steps before the error have printed
 *   their results.
 */
export async function takedown(stage: Stage, id: string, consent: Consent): Promise<void> {
  const found = (await search(stage, id)).get(id);
  const { name, foundIn } = found ?? { name: `Founder ${id}`, foundIn: [] };
  const stillPublished = `The portal still publishes ${name}: remove this founder from the directory in the portal, then run this again.`;
  if (foundIn.includes(PORTAL)) throw new CommandError(`${stillPublished} Nothing was changed.`);
  const plan = found
    ? `${name} (${id}) will be removed from ${stage.name}. Found in ${ENGLISH_LIST.format(foundIn)}.`
    : `No list of ${stage.name} has a founder with the id ${id}. The founder may already have been removed, or the id may be wrong (--find "Jane Doe" searches by name). To be sure, the list will be read again and removed from the edge cache.`;
  if (!(await consent(plan))) return;

  const isFounder = (record: Named): boolean => record.id === id;
  const problem = await refreshFounders(stage);
  console.log(`portal: ${problem ?? 'the list was read, and its copy was written'}`);
  const [copy, records] = await readCopy(stage);
  if (copy.state === 'unusable') {
    throw new CommandError(
      `The copy is invalid (${copy.reason}), and the edge may serve it. Ask an administrator to delete it (aws s3 rm s3://${stage.copies.bucket}/${COPY_KEY}), then run this again to remove the list from the edge cache too.`,
    );
  }
  if (copy.state === 'found' && records.some(isFounder)) {
    if (problem === undefined) throw new CommandError(stillPublished);
    // The copy keeps its time, because its records come from the same read of the database as before.
    const left = records.filter((record) => !isFounder(record));
    await writeCopy(stage, makeList(left, copy.list.cachedAt), copy);
    console.log('copy: the founder was removed');
  }
  await stage.waitForMemory();
  await stage.invalidate([founders.path]);
  console.log(`edge: ${founders.path} was invalidated`);

  const checked = await published(stage);
  for (const [source, remaining] of checked) {
    if (!remaining.some(isFounder)) continue;
    throw new CommandError(
      `${name} is in ${source} again. Check that the portal no longer publishes this founder, then run this again.`,
    );
  }
  console.log(`check: not in ${checked.map(([source]) => source).join(', not in ')}`);
  console.log(`${name} is no longer published by ${stage.name}.`);
  if (problem !== undefined)
    console.log('If the portal still lists this founder, remove them there and run this again.');
  console.log(
    'This command cannot clear other caches: browsers may keep the list for about a day (stale-if-error). Clients with a storage may keep it for up to seven days, or for the time that their developers chose (keepMs).',
  );
}

/** Finds the founders whose id is `typed` or whose name contains it. Returns them keyed by id. */
async function search(stage: Stage, typed: string) {
  const wanted = typed.toLowerCase();
  const people = new Map<string, { readonly name: string; readonly foundIn: string[] }>();
  const listed: Source = [PORTAL, await listedInPortal(stage, wanted)];
  for (const [source, records] of [listed, ...(await published(stage))]) {
    for (const { id, first_name: first, last_name: last } of records) {
      const name = `${first} ${last}`.replaceAll(CONTROL, ' ').trim();
      if (id !== wanted && !name.toLowerCase().includes(wanted)) continue;
      people.set(id, { name, foundIn: [...(people.get(id)?.foundIn ?? []), source] });
    }
  }
  return people;
}

/**
 * Matches control characters. They are replaced in names before printing, because founders can type anything, and a terminal
 * would obey control characters.
 */
const CONTROL = /\p{Cc}/gu;

async function listedInPortal(stage: Stage, wanted: string): Promise<readonly Named[]> {
  const database = stage.database();
  const sql = `select id::text, first_name, last_name from directory.founders
    where id::text = :wanted or strpos(lower(concat_ws(' ', first_name, last_name)), :wanted) > 0`;
  try {
    const login = loginTo(database, database.readerSecretArn);
    const rows = await login.execute(AbortSignal.timeout(15_000))(sql, { wanted });
    return rows.map(([id, first, last]) => ({
      id: String(id),
      first_name: String(first),
      last_name: String(last),
    }));
  } catch (error) {
    const reason = explain(error);
    if (reason === undefined || ACCESS_DENIED.test(errorName(error))) throw error;
    console.log(`The portal's database cannot be read: searching only published lists. ${reason}`);
    return [];
  }
}

async function published(stage: Stage): Promise<readonly Source[]> {
  const { body, summary } = await listAtEdge(stage, founders.name);
  const [, records] = await readCopy(stage);
  const copy: Source = ['the copy', records];
  const atEdge = recordsIn(body);
  if (atEdge !== undefined) return [copy, ['the list at the edge', atEdge]];
  console.log(`The edge returned ${summary}. Of the published lists, only the copy is searched.`);
  return [copy];
}

/** Makes the list's function read the list and write the copy. If the function cannot do this, returns the reason. */
async function refreshFounders(stage: Stage): Promise<string | undefined> {
  try {
    await readNow(stage, founders.name);
    return undefined;
  } catch (error) {
    if (error instanceof CommandError || error instanceof NotServing) return error.message;
    throw error;
  }
}

/** Replaces the copy. @throws CommandError if the copy has changed since it was read, or if it cannot be written. */
async function writeCopy({ copies }: Stage, list: List, copy: Copy): Promise<void> {
  const store = copiesInS3(copies.client, copies.bucket, systemClock);
  const written = await store.write(founders, list, copy, refreshLimits.storeMs);
  if (written.state === 'written') return;
  const why = written.state === 'failed' ? written.reason : 'another process has just written it';
  throw new CommandError(`The copy cannot be written (${why}). Run this again.`);
}

/**
 * Reads the copy. Returns the copy and its records, even if the copy is invalid, because the edge may still serve it. If there is
 * no copy, or if it is not a list, there are no records.
 *
 * @throws if the copy cannot be read, for example because access is denied. The copy may then still contain the founder.
 */
async function readCopy({ copies }: Stage): Promise<readonly [Copy, readonly Named[]]> {
  const { client, bucket } = copies;
  try {
    const get = new GetObjectCommand({ Bucket: bucket, Key: COPY_KEY });
    const { Body, Metadata = {}, ETag = '' } = await client.send(get);
    const stored = Buffer.from((await Body?.transformToByteArray()) ?? []);
    const copy = toCopy(bucket, founders, stored, Metadata, ETag);
    return [copy, recordsIn(String(stored)) ?? []];
  } catch (error) {
    if (errorName(error) === 'NoSuchKey') return [{ state: 'absent' }, []];
    throw error;
  }
}

/**
 * Returns the founders in a list, or `undefined` if the text is not a list of founders. The founders keep all their fields, not
 * only those of `Named`, because a takedown writes them back into the copy.
 */
function recordsIn(text: string): readonly Named[] | undefined {
  const { output: records } = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  return v.is(v.array(Named), records) ? records : undefined;
}
