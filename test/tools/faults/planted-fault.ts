import type { Fault } from '../../support/conforming-server.ts';

/** A small departure from the contract, and the one check that has to see it as `directory: name`. */
export type PlantedFault = readonly [fault: string, check: string, planted: Fault];
