/** One simulated life of the service, from one seed: hours of requests, edits and faults, checked after every step. */

import { allDirectories } from '../../contract/directories.ts';
import { Acts } from './acts.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import { Flights } from './flights.ts';
import { Life, type Surroundings } from './run.ts';
import type { Random } from './random.ts';
import { recover } from './recover.ts';
import { Violation } from './violation.ts';

export interface Outcome {
  readonly requests: number;
  /** Answers by status and source: `200 database`. */
  readonly answers: Readonly<Record<string, number>>;
  /** Faults that were met, by name. */
  readonly faults: Readonly<Record<string, number>>;
  /** How much virtual time passed. */
  readonly hours: number;
  readonly slowestMs: number;
  /** SHA-256 of the trace, in hexadecimal. */
  readonly digest: string;
  readonly violation?: string;
}

/** More processes than start in one step. */
const CLIENTS_AT_HAND = 30;

export async function simulate(seed: number, surroundings: Surroundings): Promise<Outcome> {
  const life = new Life(seed, surroundings);
  const flights = new Flights(life);
  const acts = new Acts(life, flights);
  try {
    if (life.random.happens(0.8)) await deploy(life, flights);
    const steps = life.random.between(18, 28);
    for (let step = 0; step < steps; step += 1) {
      await surroundings.clients.reserve(CLIENTS_AT_HAND);
      acts.next();
      await flights.pass(anyPause(life.random));
    }
    await recover(life, flights);
    return outcomeOf(life);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    life.diary.trace(`VIOLATION ${error.message}`);
    return { ...outcomeOf(life), violation: error.message };
  } finally {
    life.end();
  }
}

/** A deployment ends with a copy of each list; a life without one begins with nothing. */
async function deploy(life: Life, flights: Flights): Promise<void> {
  await life.surroundings.clients.reserve(CLIENTS_AT_HAND);
  for (const directory of allDirectories) {
    flights.refresh(life.anyProcess(directory), { acceptDrop: false, proveWrite: true });
  }
  await flights.pass(MINUTE_MS);
}

function anyPause(random: Random): number {
  const [least, most] = random.weigh([
    [35, [0, 50]],
    [30, [100, 5 * SECOND_MS]],
    [20, [0, 90 * SECOND_MS]],
    [10, [0, 20 * MINUTE_MS]],
    [5, [0, 12 * HOUR_MS]],
  ] as const);
  return random.between(least, most);
}

function outcomeOf({ diary, hours }: Life): Outcome {
  const { requests, answers, faults, slowestMs, digest } = diary;
  return { requests, answers, faults, hours, slowestMs, digest };
}
