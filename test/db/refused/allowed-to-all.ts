/** What PostgreSQL lets everybody do who can log in, each with the reason why it does no harm. */

export const ALLOWED_TO_ALL: readonly (readonly [sql: string, why: string])[] = [
  [
    'grant select on directory.founders to public',
    'only warns: without a grant option nothing is granted',
  ],
  ['grant all on directory.founders to current_user with grant option', 'as above'],
  ['grant all on schema directory to current_user with grant option', 'as above'],
  ['revoke all on directory.founders from public', 'only warns: nothing is revoked'],
  ['vacuum', 'skips what it does not own'],
  ['analyze', 'skips what it does not own'],
  [
    'alter role current_user set search_path = pg_catalog',
    'is a setting of its own logins: what it may see stays the same',
  ],
  ['alter role current_user reset search_path', 'takes the setting before back'],
  [
    'set default_transaction_read_only = off',
    'is a default: the writes above are refused all the same',
  ],
  ['set statement_timeout = 0', 'a session may take its own time'],
  [`set work_mem = '64kB'`, 'a session may choose its own memory'],
  ['select pg_advisory_lock(1)', 'nothing of the service or the portal takes advisory locks'],
  ['select pg_advisory_unlock(1)', 'as above'],
  ['listen loot', 'nobody notifies'],
  [`notify loot, 'x'`, 'nobody listens'],
  ['unlisten *', 'as above'],
  ['begin', 'a transaction of its own, which ends after 30 s without work'],
  ['rollback', 'as above'],
  [
    'select relname from pg_class',
    'the catalog holds names and definitions, and no rows of tables',
  ],
  [`select pg_get_viewdef('directory.founders'::regclass)`, 'as above'],
  ['select rolname from pg_roles', 'names of roles; their passwords are in pg_authid'],
  ['select usename, query from pg_stat_activity', 'texts of other roles’ statements are hidden'],
  ['select * from pg_stats', 'shows samples only of what the role may read'],
  ['explain select from directory.founders', 'a plan has no rows'],
  [`do 'begin perform 1; end'`, 'runs with the same permissions'],
  ['prepare own as select count(*) from directory.jobs', 'ends with the session'],
  ['deallocate own', 'as above'],
  ['discard plans', 'is about its own session'],
];
