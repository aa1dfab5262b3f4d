/** Records of the package's fixtures, as a client gets them. */

import founders from '../../../client/fixtures/founders.json' with { type: 'json' };
import jobs from '../../../client/fixtures/jobs.json' with { type: 'json' };
import startups from '../../../client/fixtures/startups.json' with { type: 'json' };

export const fixtures = { startups, founders, jobs } as const;
