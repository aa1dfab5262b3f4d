/** Statements that would reach beyond the database: files, programs, other sessions, other roles, settings. */

import type { Catalog } from './catalog.ts';

export function statementsOnServer(catalog: Catalog): readonly string[] {
  return [
    ...FILES,
    ...SESSIONS,
    ...catalog.otherSessions.flatMap(ofSession),
    ...ROLES,
    ...SETTINGS,
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
  `select pg_read_file('/etc/passwd')`,
  `select pg_read_file('postgresql.conf', 0, 10)`,
  `select pg_read_binary_file('/etc/passwd')`,
  `select pg_stat_file('/etc/passwd')`,
  `select pg_ls_dir('/')`,
  'select pg_ls_logdir()',
  'select pg_ls_waldir()',
  'select pg_ls_tmpdir()',
  'select pg_ls_archive_statusdir()',
  'select pg_current_logfile()',
  `load '/tmp/loot.so'`,
  `load 'auto_explain'`,
];

const SESSIONS = [
  'select pg_reload_conf()',
  'select pg_rotate_logfile()',
  'select pg_promote()',
  'select pg_switch_wal()',
  `select pg_create_restore_point('loot')`,
  'select pg_stat_reset()',
  `select pg_stat_reset_shared('bgwriter')`,
  'select pg_stat_reset_single_table_counters(0)',
  'select pg_log_backend_memory_contexts(pg_backend_pid())',
  `select pg_create_physical_replication_slot('loot')`,
  `select pg_create_logical_replication_slot('loot', 'pgoutput')`,
  `select pg_drop_replication_slot('loot')`,
  `select pg_replication_origin_create('loot')`,
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
  'create user loot login',
  'create group loot',
  'drop role OWNER',
  'alter role directory_reader superuser',
  'alter role directory_reader createrole',
  'alter role directory_reader createdb',
  'alter role directory_reader replication',
  'alter role directory_reader bypassrls',
  `alter role directory_reader login valid until 'infinity'`,
  'alter role directory_reader connection limit 1',
  'alter role OWNER nosuperuser',
  `alter role OWNER password 'invented'`,
  'alter role all set search_path = portal',
  ...[
    'OWNER',
    'pg_monitor',
    'pg_read_all_data',
    'pg_write_all_data',
    'pg_read_all_stats',
    'pg_read_all_settings',
    'pg_signal_backend',
    'pg_read_server_files',
    'pg_write_server_files',
    'pg_execute_server_program',
  ].map((role) => `grant ${role} to directory_reader`),
  'grant directory_reader to OWNER with admin option',
  'reassign owned by OWNER to directory_reader',
  'drop owned by OWNER cascade',
  'alter default privileges for role OWNER grant select on tables to directory_reader',
];

const SETTINGS = [
  'alter system set jit = on',
  'alter system reset all',
  'set session_replication_role = replica',
  'set log_statement = none',
  'set lc_messages = C',
  'set log_min_messages = debug5',
  'set session_preload_libraries = auto_explain',
  'set dynamic_library_path = default',
  'set allow_system_table_mods = on',
  'set zero_damaged_pages = on',
  'set ignore_checksum_failure = on',
  `set track_functions to 'all'`,
  'set temp_file_limit = 1',
  'set log_min_duration_statement = 0',
  'set debug_discard_caches = 1',
  'set max_stack_depth = 100',
  'show data_directory',
  'show config_file',
  'show hba_file',
  'show ident_file',
  'show session_preload_libraries',
  `select current_setting('data_directory')`,
  `select current_setting('shared_preload_libraries')`,
  `alter database DATABASE set search_path = portal`,
];

/** Where the database is its own and a superuser sets it up; elsewhere the role's settings have to do. */
const LARGE_OBJECTS = [
  'select lo_creat(-1)',
  'select lo_create(0)',
  `select lo_from_bytea(0, 'x')`,
  `select lo_import('/etc/passwd')`,
  `select lo_import('/etc/passwd', 1)`,
  `select lo_export(1, '/tmp/loot')`,
  'select lo_open(1, 131072)',
  `select lo_put(1, 0, 'x')`,
  'select lo_truncate(0, 0)',
  'select lo_truncate64(0, 0)',
  'select lo_unlink(1)',
  `select lowrite(0, 'x')`,
];
