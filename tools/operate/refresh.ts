/** `operate refresh` and `operate accept` publish the current content of the database. */

import { allDirectories, directories, type DirectoryName } from '../../contract/directories.ts';
import { header } from '../../contract/http.ts';
import type { ReadFailure, Refreshed } from '../../contract/refresh-event.ts';
import { CommandError, type Consent } from '../../local/command.ts';
import type { Stage } from './stage.ts';

/**
 * Publishes the database's current content now. Without this command, visitors get it within about an hour, when the list in
 * the edge cache expires. It is not enough to invalidate the edge cache, because a process could still return an older list
 * from its memory, and the edge would cache that list for up to an hour.
 */
export async function refresh(stage: Stage, name: DirectoryName | undefined, consent: Consent) {
  const lists = name === undefined ? allDirectories : [directories[name]];
  for (const list of lists) {
    console.log(`Visitors of ${list.path} get ${(await listAtEdge(stage, list.name)).summary}.`);
  }
  const paths = lists.map((list) => list.path);
  const plan = `These lists of ${stage.name} will be read again, and removed from the edge cache: ${paths.join(', ')}.`;
  if (!(await consent(plan))) return;

  const readAt = new Map<DirectoryName, string>();
  for (const list of lists) {
    const copy = await readNow(stage, list.name);
    readAt.set(list.name, copy.cachedAt);
    console.log(`${list.name}: ${counted(copy)}`);
  }
  await stage.waitForMemory();
  await stage.invalidate(paths);
  console.log(`edge: ${paths.join(' ')} invalidated`);

  for (const list of lists) {
    const { cachedAt, source, summary } = await listAtEdge(stage, list.name);
    const atLeast = readAt.get(list.name) ?? '';
    if (source !== 'database' || String(cachedAt) < atLeast) {
      throw new CommandError(
        `Visitors of ${list.path} still get ${summary}, instead of a list read from the database at ${atLeast} or later. Run this again. If the problem persists, see docs/runbook.md, "Visitors get old data".`,
      );
    }
    console.log(`Visitors of ${list.path} get ${summary}.`);
  }
}

/** Publishes a list that really shrank, even if it is now empty. Its records are still checked. */
export async function accept(stage: Stage, name: DirectoryName, consent: Consent): Promise<void> {
  const list = `The list ${name} of ${stage.name}`;
  if (consent.isDryRun) {
    // A dry run cannot find out whether the list shrank, because it would have to read the list, and a successful read also
    // writes the last-good copy.
    const steps = `${list} will be read. If it is refused only because it shrank, it will be published anyway.`;
    await consent(steps);
    return;
  }
  const { failure, copy } = await stage.invoke(name, { acceptDrop: false });
  console.log(
    copy ? `The last-good copy has ${counted(copy)}.` : 'No usable last-good copy could be read.',
  );
  if (failure === undefined) {
    console.log(`${list} was not refused, so there is nothing to accept.`);
    return;
  }
  if (failure.isDrop !== true) {
    throw new CommandError(
      `The problem is not that the list shrank, so accept does not help. ${whyNotRead(name, failure)}`,
    );
  }
  const plan = `${list} was refused: ${failure.reason}. Accept the list only if it really shrank.`;
  if (!(await consent(plan))) return;
  const accepted = await readNow(stage, name, true);
  console.log(
    `Published now: ${counted(accepted)}. Visitors get this list within a minute, or within an hour if the edge has cached the previous list.`,
  );
}

/**
 * Makes a directory's function read its list and write the last-good copy. Resolves with the copy's number of records and time.
 *
 * @throws CommandError if the list cannot be read, is refused or cannot be sent, if the copy cannot be written, or if another
 * process has written the copy in the meantime.
 * @throws NotServing if the function fails or does not return a report.
 */
export async function readNow(stage: Stage, name: DirectoryName, acceptDrop = false) {
  const { failure, records, copyWrite, copy } = await stage.invoke(name, { acceptDrop });
  if (failure !== undefined) throw new CommandError(whyNotRead(name, failure));
  // If another process wrote the copy in the meantime, the copy may contain an older list. This counts as a failure, because the
  // next read would be compared with the older list.
  if (copy !== undefined && copy.records === records && copyWrite?.state === 'written') return copy;
  throw new CommandError(
    `The list ${name} was read, but its last-good copy was not written. Run this again. If the problem persists, see docs/runbook.md, "Copies are not kept".`,
  );
}

function whyNotRead(list: DirectoryName, failure: ReadFailure): string {
  const { kind, name, reason, isDrop } = failure;
  const why = `The list ${list} cannot be published (${name}: ${reason}).`;
  if (isDrop) return `${why} If it really shrank, run: npm run operate -- accept <stage> ${list}`;
  const defect =
    name === 'ListRefused' ? 'A list is refused' : 'Something is wrong with the database';
  return `${why} See docs/runbook.md, "${kind === 'outage' ? 'Visitors get old data' : defect}".`;
}

function counted({ records, cachedAt }: NonNullable<Refreshed['copy']>): string {
  return `${records} record${records === 1 ? '' : 's'}, read at ${cachedAt}`;
}

/**
 * Fetches a list from the edge, as visitors do. The request goes to the edge location nearest to this machine. If the response
 * is not a list, the time and the source are null.
 */
export async function listAtEdge({ address }: Stage, name: DirectoryName) {
  const answer = await fetch(`${address}/${name}`, { signal: AbortSignal.timeout(30_000) });
  const cachedAt = answer.headers.get(header.cachedAt);
  const source = answer.headers.get(header.dataSource);
  const body = await answer.text();
  const age = source === null ? 'without a list' : `with the list read at ${cachedAt} (${source})`;
  return { cachedAt, source, body, summary: `status ${answer.status} ${age}` };
}
