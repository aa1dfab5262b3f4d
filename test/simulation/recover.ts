import { allDirectories } from '../../contract/directories.ts';
import { HOUR_MS, MINUTE_MS } from './durations.ts';
import type { Flights } from './flights.ts';
import type { Life } from './run.ts';
import { CALM_MS } from './sides.ts';
import { must } from './violation.ts';

/** Longer than any process stays frozen. */
const EVERY_PROCESS_THAWS_MS = 7 * HOUR_MS;

/**
 * The end of a life: everything is well again. A refresh wakes a database that sleeps; a minute later each list is fresh,
 * and stored as the portal has it.
 */
export async function recover(life: Life, flights: Flights): Promise<void> {
  const { database, store, diary, portals } = life;
  await flights.pass(CALM_MS); // edits that are planned
  healAll(life);
  await flights.pass(EVERY_PROCESS_THAWS_MS);
  for (const directory of allDirectories) {
    flights.refresh(life.anyProcess(directory), { acceptDrop: true });
  }
  await flights.pass(2 * MINUTE_MS);
  database.stayAwake();

  const before = diary.answers['200 database'] ?? 0;
  for (const directory of allDirectories) flights.ask(life.anyProcess(directory), plainGet);
  await flights.pass(MINUTE_MS);

  const fresh = (diary.answers['200 database'] ?? 0) - before;
  must(fresh === allDirectories.length, `${fresh} of three lists are fresh, though all is well`);
  must(flights.count === 0, `${flights.count} answers never came`);
  for (const { name, path } of allDirectories) {
    const stored = store.objects.get(path)?.body.toString().trimEnd();
    must(stored === portals[name].current.body, `the copy of ${name} is not what the portal has`);
  }
}

function healAll(life: Life): void {
  life.database.heal();
  life.store.heal();
  life.freezes = 0;
  for (const process of life.processes) process.skewMs = 0;
  for (const { name } of allDirectories) {
    life.portals[name].mend();
    life.pasts[name].committed(life.timeline.now);
  }
}

const plainGet = { event: {}, method: 'GET', codings: ['identity'], etags: [] };
