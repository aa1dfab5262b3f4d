/** Statements that would read or change rows: of the portal, through the views, or of PostgreSQL's own tables. */

import type { Catalog } from './catalog.ts';

export function statementsOnData(catalog: Catalog): readonly string[] {
  return [
    ...catalog.portalTables.flatMap(onTable),
    ...catalog.portalColumns.flatMap(onColumn),
    ...catalog.views.flatMap(onView),
    ...catalog.innerViews.flatMap(onInnerView),
    ...catalog.systemTables.flatMap(onSystemTable),
    ...SECRETS,
  ];
}

function onTable(table: string): string[] {
  return [
    `select from ${table}`,
    `select count(*) from ${table}`,
    `table ${table}`,
    `select * from ${table} for update`,
    `select * from ${table} tablesample system (100)`,
    `select (select count(*) from ${table}) from directory.jobs`,
    `with rows as (table ${table}) select from rows`,
    `explain analyze select from ${table}`,
    `declare rows cursor with hold for table ${table}`,
    `copy ${table} to stdout`,
    `copy (table ${table}) to stdout`,
    `copy ${table} from stdin`,
    `insert into ${table} default values`,
    `insert into ${table} table ${table}`,
    `update ${table} set id = id`,
    `delete from ${table}`,
    `with gone as (delete from ${table} returning *) select from gone`,
    `merge into ${table} using (values (1)) as one on true when matched then delete`,
    `truncate ${table}`,
    `create table loot (id uuid references ${table})`,
    `create trigger loot after insert on ${table} execute function suppress_redundant_updates_trigger()`,
    `do 'begin lock table ${table} in access share mode; end'`,
    `do 'begin lock table ${table} in access exclusive mode; end'`,
    `vacuum ${table}`,
    `analyze ${table}`,
    `reindex table ${table}`,
    `select query_to_xml('table ${table}', true, true, '')`,
    `select table_to_xml('${table}'::regclass, true, true, '')`,
    `select pg_relation_size('${table}'::regclass)`,
    `create rule loot as on select to ${table} do instead select 1`,
    `create policy loot on ${table} using (true)`,
  ];
}

function onColumn({ table, column }: { table: string; column: string }): string[] {
  return [
    `select ${column} from ${table}`,
    `select from ${table} where ${column} is null`,
    `update ${table} set ${column} = null`,
    `insert into ${table} (${column}) values (null)`,
    `copy ${table} (${column}) to stdout`,
  ];
}

function onView(view: string): string[] {
  return [
    `insert into ${view} (id) values (gen_random_uuid())`,
    `insert into ${view} default values`,
    `update ${view} set id = id`,
    `delete from ${view}`,
    `merge into ${view} using (values (1)) as one on true when matched then delete`,
    `copy ${view} from stdin`,
    `select * from ${view} for update`,
    `select * from ${view} for share`,
    `select * from ${view} for key share`,
    `do 'begin lock table ${view} in row exclusive mode; end'`,
    `do 'begin lock table ${view} in exclusive mode; end'`,
    `do 'begin lock table ${view} in access exclusive mode; end'`,
    `create trigger loot instead of insert on ${view} for each row execute function suppress_redundant_updates_trigger()`,
    `create rule loot as on insert to ${view} do instead nothing`,
    `create or replace view ${view} as select 1`,
    `alter view ${view} set (security_barrier = false)`,
    `alter view ${view} reset (security_barrier)`,
    `alter view ${view} rename to loot`,
    `alter view ${view} set schema public`,
    `alter view ${view} owner to current_user`,
    `alter view ${view} alter column id set default null`,
    `drop view ${view}`,
    `drop view ${view} cascade`,
    `comment on view ${view} is 'loot'`,
    `create table loot as table ${view}`,
    `select * into loot from ${view}`,
    `create materialized view loot as table ${view}`,
  ];
}

function onInnerView(view: string): string[] {
  return [
    `select from ${view}`,
    `table ${view}`,
    `select (select count(*) from ${view}) from directory.jobs`,
    `copy (table ${view}) to stdout`,
    `delete from ${view}`,
    `create or replace view ${view} as select 1`,
    `alter view ${view} rename to loot`,
    `drop view ${view} cascade`,
  ];
}

function onSystemTable(table: string): string[] {
  return [`insert into ${table} default values`, `delete from ${table}`, `truncate ${table}`];
}

/** What PostgreSQL shows to superusers only: passwords, samples of rows, connection strings, files. */
const SECRETS = [
  'table pg_authid',
  'select rolpassword from pg_authid',
  'table pg_shadow',
  'table pg_statistic',
  'select stavalues1 from pg_statistic',
  'table pg_statistic_ext_data',
  'table pg_subscription',
  'select subconninfo from pg_subscription',
  'table pg_user_mapping',
  'table pg_largeobject',
  'select data from pg_largeobject',
  'table pg_hba_file_rules',
  'table pg_ident_file_mappings',
  'table pg_file_settings',
  'table pg_config',
  'table pg_shmem_allocations',
  'table pg_backend_memory_contexts',
  'table pg_replication_origin_status',
];
