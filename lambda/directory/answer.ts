/**
 * The one path of a request: memory, then the database beside the last-good copy, then check, keep and answer.
 * What cannot be read or must not be published is answered from the last-good copy, and only without one with 503.
 */

import type { Directory } from '../../contract/directories.ts';
import type { RefreshEvent } from '../../contract/refresh.ts';
import { unavailable } from '../../contract/refusals.ts';
import { type Attempt, attemptRead } from './attempt.ts';
import { asResponse, type ListRequest, type ListResponse, render, type Served } from './render.ts';
import { isFromFuture, type Snapshot } from '../../aws/snapshot.ts';
import type { Dependencies } from './dependencies.ts';

/** A response and how it came about. */
export interface Answer {
  readonly response: ListResponse;
  /** Absent on a 503. */
  readonly served?: Served;
  readonly fromMemory: boolean;
  /** Absent on an answer from memory. */
  readonly attempt?: Attempt;
}

/** How a request is answered. A refresh is not answered from memory. */
export type Answers = (request: ListRequest, refresh?: RefreshEvent['refresh']) => Promise<Answer>;

/** Makes the function that answers for one directory. It remembers, across calls, what it served last. */
export function directoryAnswers(directory: Directory, dependencies: Dependencies): Answers {
  let held: Served | undefined;

  return async (request, refresh) => {
    const { clock } = dependencies;
    const remembered = refresh === undefined ? held : undefined;
    if (remembered !== undefined && isRecent(remembered, clock.now(), dependencies.memoryMs)) {
      const response = await render(remembered, request, clock.now());
      return { response, served: remembered, fromMemory: true };
    }
    const attempt = await attemptRead(directory, dependencies, held?.snapshot, refresh);
    held = toServe(attempt, held?.snapshot, clock.now());
    if (held === undefined)
      return { response: asResponse(unavailable), fromMemory: false, attempt };
    const response = await render(held, request, clock.now());
    return { response, served: held, fromMemory: false, attempt };
  };
}

/** A clock that was set back makes nothing recent. */
function isRecent({ since }: Served, now: number, memoryMs: number): boolean {
  return now >= since && now - since < memoryMs;
}

/** The snapshot just read, or the newest known one; `undefined` where there is none at all. */
function toServe(
  { snapshot, stored }: Attempt,
  remembered: Snapshot | undefined,
  now: number,
): Served | undefined {
  if (snapshot !== undefined) {
    return { snapshot, source: 'database', since: snapshot.cachedAt, encoded: new Map() };
  }
  const copy = stored.state === 'found' ? stored.snapshot : undefined;
  const known = newestOf(copy, remembered, now);
  if (known === undefined) return undefined;
  return { snapshot: known, source: 'last-good', since: now, encoded: new Map() };
}

/** A time from the future says nothing, so any other snapshot is preferred to one that has it. */
function newestOf(
  copy: Snapshot | undefined,
  remembered: Snapshot | undefined,
  now: number,
): Snapshot | undefined {
  if (copy === undefined || remembered === undefined) return copy ?? remembered;
  if (isFromFuture(copy, now)) return remembered;
  return copy.cachedAt > remembered.cachedAt ? copy : remembered;
}
