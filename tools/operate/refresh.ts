/** `operate refresh` and `operate accept`: publish what the database contains now. */

import { allDirectories, directories, type DirectoryName } from '../../contract/directories.ts';
import { header } from '../../contract/http.ts';
import type { ReadFailure, Refreshed } from '../../contract/refresh-event.ts';
import { CommandError, type Consent } from '../../local/command.ts';
import type { Stage } from './stage.ts';

/**
 * Publishes the database's current content now instead of within the hour. Invalidating the edge alone is not enough, because a
 * process could repeat an older list from memory, and the edge would cache that list for up to an hour.
 */
export async function refresh(stage: Stage, name: DirectoryName | undefined, consent: Consent) {
  const lists = name === undefined ? allDirectories : [directories[name]];
  for (const list of lists) {
    console.log(`Visitors of ${list.path} get ${(await listAtEdge(stage, list.name)).summary}.`);
  }
  const paths = lists.map((list) => list.path);
  const plan = `${stage.name} will read ${paths.join(', ')} again, and the edge will remove them from its cache.`;
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
        `Visitors of ${list.path} still get ${summary}, not a list that was read from the database at ${atLeast} or later. Run this again. If it persists, see docs/runbook.md, "Visitors get old data".`,
      );
    }
    console.log(`Visitors of ${list.path} get ${summary}.`);
  }
}

/** Publishes a list that really shrank. It skips only the comparison with the earlier list. All other checks still apply. */
export async function accept(stage: Stage, name: DirectoryName, consent: Consent): Promise<void> {
  const list = `The list ${name} of ${stage.name}`;
  if (consent.isDryRun) {
    // A dry run cannot find out whether the list shrank, because that requires a read, and every read writes the copy.
    const steps = `${list} will be read. If it is refused because it shrank, it will be published.`;
    await consent(steps);
    return;
  }
  const { failure, copy } = await stage.invoke(name, { acceptDrop: false });
  console.log(
    copy ? `Published: ${counted(copy)}.` : 'There is no last-good copy, or it cannot be read.',
  );
  if (failure === undefined) {
    console.log(`${list} is fresh: there is nothing to accept.`);
    return;
  }
  if (failure.isDrop !== true) {
    throw new CommandError(
      `accept only publishes a list that shrank. ${whyNotRead(name, failure)}`,
    );
  }
  const plan = `${list} is refused: ${failure.reason}. Accept it only if the database is right.`;
  if (!(await consent(plan))) return;
  const accepted = await readNow(stage, name, true);
  console.log(
    `Published now: ${counted(accepted)}. Visitors get it within a minute, or within the hour if the edge has a fresh list.`,
  );
}

/** Reads a list, and resolves with its copy. @throws CommandError if the list was not read or its copy was not written */
export async function readNow(stage: Stage, name: DirectoryName, acceptDrop = false) {
  const { failure, records, copyWrite, copy } = await stage.invoke(name, { acceptDrop });
  if (failure !== undefined) throw new CommandError(whyNotRead(name, failure));
  // If another process wrote the copy in the meantime, that copy may contain an earlier read. The next read is compared with the
  // copy.
  if (copy !== undefined && copy.records === records && copyWrite?.state === 'written') return copy;
  throw new CommandError(
    `The list ${name} was read, but its last-good copy was not written. Run this again. If it persists, see docs/runbook.md, "Copies are not kept".`,
  );
}

function whyNotRead(list: DirectoryName, failure: ReadFailure): string {
  const { kind, name, reason, isDrop } = failure;
  const because = `The list ${list} cannot be read (${name}: ${reason}).`;
  if (isDrop) return `${because} If it did shrink, run: npm run operate -- accept <stage> ${list}`;
  const defect =
    name === 'ListRefused' ? 'A list is refused' : 'Something is wrong with the database';
  return `${because} See docs/runbook.md, "${kind === 'outage' ? 'Visitors get old data' : defect}".`;
}

function counted({ records, cachedAt }: NonNullable<Refreshed['copy']>): string {
  return `${records} record${records === 1 ? '' : 's'}, read at ${cachedAt}`;
}

/** Fetches the list that visitors get from the nearest edge. If the response is not a list, the time and the source are null. */
export async function listAtEdge({ address }: Stage, name: DirectoryName) {
  const answer = await fetch(`${address}/${name}`, { signal: AbortSignal.timeout(30_000) });
  const cachedAt = answer.headers.get(header.cachedAt);
  const source = answer.headers.get(header.dataSource);
  const body = await answer.text();
  const age = source === null ? 'no list' : `read at ${cachedAt} (${source})`;
  return { cachedAt, source, body, summary: `${answer.status}, ${age}` };
}
