/** Statements that would reach beyond the database: files, programs, other sessions, other roles, settings. */

import type { Catalog } from './catalog.ts';

export function statementsOnServer(catalog: Catalog): readonly string[] {
  return [
    ...FILES,
    ...SESSIONS,
    ...catalog.otherSessions.flatMap(ofSession),
    ...ROLES,
    ...SETTINGS,
    ...catalog.closedSettings.map((name) => `set ${name} to default`),
    ...LARGE_OBJECTS,
    ...catalog.closedFunctions,
  ];
}

const FILES = [
  ...['directory.founders', '(select 1)'].flatMap((what) => [
    `copy ${what} to '/tmp/loot'`,
    `copy ${what} to program 'cat'`,
    `copy ${what} to program 'curl -d @- http://127.0.0.1:9/'`,
  ]),
  `copy directory.founders from '/etc/passwd'`,
  `copy directory.founders from program 'id'`,
  `load '/tmp/loot.so'`,
  `load 'auto_explain'`,
];

const SESSIONS = [
  `select pg_create_physical_replication_slot('loot')`,
  `select pg_create_logical_replication_slot('loot', 'pgoutput')`,
  `select pg_drop_replication_slot('loot')`,
  `select pg_logical_emit_message(false, 'loot', 'x') from portal.founders`,
  'checkpoint',
];

function ofSession(processId: string): string[] {
  return [`select pg_terminate_backend(${processId})`, `select pg_cancel_backend(${processId})`];
}

const ROLES = [
  'set role OWNER',
  'set local role OWNER',
  'set session authorization OWNER',
  `select set_config('role', 'OWNER', false)`,
  `select set_config('session_authorization', 'OWNER', false)`,
  'create role loot',
  'create role loot superuser',
  'drop role OWNER',
  'alter role directory_reader superuser',
  'alter role directory_reader createrole',
  'alter role directory_reader bypassrls',
  `alter role directory_reader login valid until 'infinity'`,
  'alter role directory_reader connection limit 1',
  'alter role OWNER nosuperuser',
  `alter role OWNER password 'invented'`,
  'alter role all set search_path = portal',
  ...['OWNER', 'pg_read_all_data', 'pg_write_all_data', 'pg_execute_server_program'].map(
    (role) => `grant ${role} to directory_reader`,
  ),
  'grant directory_reader to OWNER with admin option',
  'reassign owned by OWNER to directory_reader',
  'drop owned by OWNER cascade',
  'alter default privileges for role OWNER grant select on tables to directory_reader',
];

const SETTINGS = [
  'alter system set jit = on',
  'alter system reset all',
  'show data_directory',
  'show hba_file',
  `select current_setting('data_directory')`,
  `alter database DATABASE set search_path = portal`,
];

/** Where the database is its own and a superuser sets it up; elsewhere the role's settings have to do. */
const LARGE_OBJECTS = [
  'select lo_creat(-1)',
  'select lo_create(0)',
  `select lo_from_bytea(0, 'x')`,
  'select lo_open(1, 131072)',
  `select lo_put(1, 0, 'x')`,
  'select lo_truncate(0, 0)',
  'select lo_truncate64(0, 0)',
  'select lo_unlink(1)',
  `select lowrite(0, 'x')`,
];
