/** Request paths. In a file of their own: the edge function is limited to 10 KB, too little for the schemas. */
export const paths = {
  startups: '/v1/startups',
  founders: '/v1/founders',
  jobs: '/v1/jobs',
} as const;

export const allPaths: readonly string[] = Object.values(paths);
