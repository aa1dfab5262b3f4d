/** Refusals that PostgreSQL decides before it looks at permissions. Who has all permissions gets the same answer. */

export const REFUSED_OTHERWISE: readonly (readonly [outcome: RegExp, why: string])[] = [
  [
    /^(?:55000 cannot (?:insert into|update|delete from)|0A000 cannot execute MERGE) /u,
    'no view of two tables can be written to',
  ],
  [/^0A000 extension ".*" is not available$/u, 'this server does not have it'],
  [/^42704 language ".*" does not exist$/u, 'this server does not have it'],
];
