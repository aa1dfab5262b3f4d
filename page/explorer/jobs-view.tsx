/** The job board. */

import type { Job } from '../../client/src/index.ts';
import { JobCard } from './job-card.tsx';
import type { Known } from './known.ts';
import type { View } from './view.ts';

export function jobsView(known: Known): View<Job> {
  return {
    name: 'jobs',
    title: 'Jobs',
    nouns: ['job', 'jobs'],
    textsOf,
    facets: [
      { key: 'industry', label: 'Industry', valuesOf: (job) => job.startup_industry },
      {
        key: 'arrangement',
        label: 'Arrangement',
        valuesOf: ({ work_arrangement }) => (work_arrangement === null ? [] : [work_arrangement]),
      },
      {
        key: 'type',
        label: 'Type',
        valuesOf: ({ job_type }) => (job_type === null ? [] : [job_type]),
      },
    ],
    card: (job) => <JobCard job={job} known={known} />,
  };
}

function textsOf(job: Job) {
  return [
    job.title,
    job.role_category,
    job.startup_name,
    ...job.location_cities,
    ...job.location_regions,
    ...job.startup_industry,
  ];
}
