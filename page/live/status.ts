/** What the service says of itself beside the lists. The page does without it, too. */

import { sitePaths } from '../../contract/site.ts';
import { type ViewName, viewNames } from '../explorer/route.ts';

export interface ListStatus {
  readonly bytes: number | undefined;
  /** Nothing is published in this list at present, and that is meant so. */
  readonly isEmptyByDesign: boolean;
  /** What is wrong, in a sentence of the service's own. */
  readonly problem: string | undefined;
}

export type Status = Readonly<Partial<Record<ViewName, ListStatus>>>;

/** Empty where there is no status, or none that can be read. */
export async function loadStatus(): Promise<Status> {
  try {
    const response = await fetch(sitePaths.status);
    return response.ok ? readStatus(await response.json()) : {};
  } catch {
    return {};
  }
}

export function readStatus(body: unknown): Status {
  const directories = partOf(body, 'directories');
  return Object.fromEntries(
    viewNames.map((name) => {
      const list = partOf(directories, name);
      const bytes = partOf(list, 'bytes');
      const isEmptyByDesign = partOf(list, 'emptyByDesign') === true;
      const problem = partOf(list, 'problem');
      return [
        name,
        {
          bytes: typeof bytes === 'number' ? bytes : undefined,
          isEmptyByDesign,
          problem: typeof problem === 'string' ? problem : undefined,
        },
      ];
    }),
  );
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
