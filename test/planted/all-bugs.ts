import { checkBugs } from './bugs/checks.ts';
import { clientBugs } from './bugs/clients.ts';
import { copyBugs } from './bugs/copies.ts';
import { edgeBugs } from './bugs/edge.ts';
import { freshnessBugs } from './bugs/freshness.ts';
import { httpBugs } from './bugs/http.ts';
import { outageBugs } from './bugs/outages.ts';
import { readingBugs } from './bugs/reading.ts';
import { reportingBugs } from './bugs/reporting.ts';
import { simulatedBugs } from './bugs/simulated.ts';
import { statusBugs } from './bugs/status.ts';
import { stageBugs } from './bugs/stages.ts';
import type { PlantedBug } from './planted-bug.ts';

export const allBugs: readonly PlantedBug[] = [
  ...freshnessBugs,
  ...outageBugs,
  ...copyBugs,
  ...checkBugs,
  ...httpBugs,
  ...reportingBugs,
  ...readingBugs,
  ...edgeBugs,
  ...statusBugs,
  ...clientBugs,
  ...stageBugs,
  ...simulatedBugs,
];
