/** What happens in a life, one act a step. */

import { allDirectories } from '../../contract/directories.ts';
import { databaseFaults } from './database-faults.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import type { Flights } from './flights.ts';
import type { Life } from './run.ts';
import { anyRequest } from './requests.ts';
import { Sides } from './sides.ts';
import { spoils } from './corruptions.ts';
import { storeFaults } from './store-faults.ts';

/** With these a list seems to go on behind its first page. */
const LIES: ReadonlySet<string> = new Set(['last row missing', 'rows reordered', 'values null']);

const ASKED_WITHIN_MS = 3 * SECOND_MS;
const COMMITTED_WITHIN_MS = 60;

export class Acts {
  readonly #life: Life;
  readonly #flights: Flights;
  readonly #sides: Sides;
  readonly #weights: readonly (readonly [weight: number, act: () => void])[];

  constructor(life: Life, flights: Flights) {
    this.#life = life;
    this.#flights = flights;
    this.#sides = new Sides(life);
    this.#weights = [
      [58, this.#ask],
      [12, this.#edit],
      [10, this.#turnDatabase],
      [5, this.#turnStore],
      [3, this.#spoil],
      [3, this.#refresh],
      [2, this.#kill],
      [2, this.#freeze],
      [2, this.#turnClock],
      [2, this.#loseTransactions],
    ];
  }

  next(): void {
    this.#life.random.weigh(this.#weights)();
  }

  readonly #ask = (): void => {
    const { random, timeline, etags } = this.#life;
    const count = random.weigh([
      [5, 1],
      [3, 2],
      [2, 4],
      [2, 12],
    ]);
    const directory = random.pick(allDirectories);
    for (let each = 0; each < count; each += 1) {
      const at = timeline.now + (count > 2 ? random.between(0, ASKED_WITHIN_MS) : 0);
      timeline.plan(at, () => {
        this.#flights.ask(this.#life.anyProcess(directory), anyRequest(random, etags));
      });
    }
  };

  readonly #refresh = (): void => {
    const { random } = this.#life;
    const process = this.#life.anyProcess(random.pick(allDirectories));
    const acceptDrop = random.happens(0.3);
    this.#flights.refresh(process, { acceptDrop, proveWrite: random.happens(0.3) });
  };

  readonly #edit = (): void => {
    const { random, timeline, portals, pasts, diary, isHard } = this.#life;
    const { name } = random.pick(allDirectories);
    const portal = portals[name];
    timeline.plan(timeline.now + random.between(0, COMMITTED_WITHIN_MS), () => {
      const edit = portal.edit();
      const isAllowed = isHard || this.#sides.mayFail('database') || !portal.current.isRefused;
      if (!isAllowed) portal.mend();
      if (portal.current.isRefused) this.#sides.fails('database');
      pasts[name].committed(timeline.now);
      diary.trace(`${name} ${edit}`);
    });
  };

  readonly #turnDatabase = (): void => {
    const { random, database, diary } = this.#life;
    if (random.happens(0.5)) {
      database.heal();
      diary.trace('database up');
      return;
    }
    if (!this.#sides.mayFail('database')) return;
    const [name, fault] = random.pick(Object.entries(databaseFaults));
    database.fail(name, fault);
    this.#flights.wasLiedTo ||= LIES.has(name);
    this.#sides.fails('database');
    diary.trace(`database ${name}`);
  };

  readonly #turnStore = (): void => {
    const { random, store, diary } = this.#life;
    if (random.happens(0.5)) {
      store.heal();
      diary.trace('store up');
      return;
    }
    if (!this.#sides.mayFail('store')) return;
    const [name, fault] = random.pick(Object.entries(storeFaults));
    store.fail(`store: ${name}`, fault);
    this.#sides.fails('store');
    diary.trace(`store ${name}`);
  };

  readonly #spoil = (): void => {
    const { random, store, timeline, pasts, diary } = this.#life;
    if (!this.#sides.mayFail('store')) return;
    const { path, name: directory } = random.pick(allDirectories);
    const object = store.objects.get(path);
    if (object?.spoilt !== '') return;
    const [name, spoil] = random.pick(Object.entries(spoils));
    const spoilt = spoil(object, timeline.now);
    if (spoilt === undefined) store.objects.delete(path);
    else store.objects.set(path, { ...spoilt, spoilt: name });
    pasts[directory].hadWrongTime ||= name === 'from the future';
    this.#sides.fails('store');
    diary.trace(`copy of ${path} ${name}`);
  };

  readonly #kill = (): void => {
    const { random, processes, diary } = this.#life;
    if (processes.length === 0) return;
    const process = random.pick(processes);
    process.isGone = true;
    this.#life.processes = processes.filter((each) => each !== process);
    this.#flights.forget(process);
    diary.fault('a killed process');
    diary.trace(`${process.name} killed`);
  };

  readonly #freeze = (): void => {
    const { random, processes } = this.#life;
    if (processes.length === 0) return;
    const milliseconds = random.pick([200, 5 * SECOND_MS, 10 * MINUTE_MS, 6 * HOUR_MS]);
    random.pick(processes).freeze(milliseconds);
  };

  readonly #turnClock = (): void => {
    const { random, processes, clocks, diary } = this.#life;
    if (clocks !== 'jumping' || processes.length === 0) return;
    const jumps = [0, 0, -HOUR_MS, HOUR_MS, -5 * SECOND_MS, 30 * SECOND_MS, 24 * HOUR_MS];
    const process = random.pick(processes);
    process.skewMs = random.pick(jumps);
    diary.fault('a clock that jumps');
    diary.trace(`${process.name} clock ${process.skewMs}`);
  };

  readonly #loseTransactions = (): void => {
    const { database, diary } = this.#life;
    if (!this.#sides.mayFail('database')) return;
    database.loseTransactions();
    this.#sides.fails('database');
    diary.fault('all transactions lost');
    diary.trace('transactions lost');
  };
}
