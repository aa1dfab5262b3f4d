/** The three lists as the page has them at the moment. */

import type { Directory, Founder, Job, List, Startup } from '../../client/src/index.ts';

export type Loaded<R> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly list: List<R> }
  | { readonly state: 'failed' };

export interface Lists {
  readonly startups: Loaded<Startup>;
  readonly founders: Loaded<Founder>;
  readonly jobs: Loaded<Job>;
}

export const noListsYet: Lists = {
  startups: { state: 'loading' },
  founders: { state: 'loading' },
  jobs: { state: 'loading' },
};

/** Asks the client, which asks the service only for what is not fresh any more. Each list is told as soon as it is there. */
export async function loadLists(
  directory: Directory,
  tell: (part: Partial<Lists>) => void,
): Promise<void> {
  await Promise.all([
    loaded(directory.startups()).then((startups) => tell({ startups })),
    loaded(directory.founders()).then((founders) => tell({ founders })),
    loaded(directory.jobs()).then((jobs) => tell({ jobs })),
  ]);
}

async function loaded<R>(asked: Promise<List<R>>): Promise<Loaded<R>> {
  try {
    return { state: 'ready', list: await asked };
  } catch {
    return { state: 'failed' };
  }
}
