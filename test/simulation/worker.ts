/** A process that simulates ranges of seeds for `simulate.ts`. */

import { type Figures, figuresOf, none, sum } from './figures.ts';
import { simulate } from './simulation.ts';
import { surroundings } from './surroundings.ts';

export interface Order {
  readonly from: number;
  readonly seeds: number;
}

const around = surroundings();

process.on('message', (order: Order) => {
  void simulateAll(order).then((figures) => process.send?.(figures));
});

// The parent ends it; Ctrl-C in a terminal reaches both.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());

async function simulateAll({ from, seeds }: Order): Promise<Figures> {
  let figures = none;
  for (let seed = from; seed < from + seeds; seed += 1) {
    figures = sum(figures, figuresOf(seed, await simulate(seed, await around)));
  }
  return figures;
}
