/** What the browser's tab and history call a view. */

import type { Startup } from '../../client/src/index.ts';
import type { Loaded } from '../live/lists.ts';
import type { Route } from './route.ts';

const SITE = 'Public Directory';

const titles = { startups: 'Startups', founders: 'Founders', jobs: 'Jobs' } as const;

export function documentTitle(route: Route | undefined, startups: Loaded<Startup>): string {
  if (route === undefined) return SITE;
  if (route.slug === undefined) return `${titles[route.view]} · ${SITE}`;
  const known = startups.state === 'ready' ? startups.list.records : [];
  const startup = known.find(({ slug }) => slug === route.slug);
  return `${startup?.name ?? 'Startup'} · ${SITE}`;
}
