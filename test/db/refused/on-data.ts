/** Statements that would read or change rows: of the portal, through the views, or of PostgreSQL's own tables. */

import type { Catalog } from './catalog.ts';

export function statementsOnData(catalog: Catalog): readonly string[] {
  return [
    ...catalog.portalTables.flatMap(onTable),
    ...catalog.views.flatMap(onView),
    ...catalog.innerViews.flatMap(onInnerView),
    ...catalog.systemTables.flatMap(onSystemTable),
    ...SECRETS,
  ];
}

/** None of them can be named without the schema, so it is one statement for each way in which a name is looked up. */
function onTable(table: string): string[] {
  return [
    `select from ${table}`,
    `table ${table}`,
    `select * from ${table} for update`,
    `select (select count(*) from ${table}) from directory.jobs`,
    `explain analyze select from ${table}`,
    `declare rows cursor with hold for table ${table}`,
    `copy ${table} to stdout`,
    `copy ${table} from stdin`,
    `insert into ${table} default values`,
    `update ${table} set id = id`,
    `delete from ${table}`,
    `merge into ${table} using (values (1)) as one on true when matched then delete`,
    `truncate ${table}`,
    `create table loot (id uuid references ${table})`,
    `create trigger loot after insert on ${table} execute function suppress_redundant_updates_trigger()`,
    `do 'begin lock table ${table} in access share mode; end'`,
    `vacuum ${table}`,
    `reindex table ${table}`,
    `select query_to_xml('table ${table}', true, true, '')`,
    `select pg_relation_size('${table}'::regclass)`,
    `create policy loot on ${table} using (true)`,
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
    `do 'begin lock table ${view} in access exclusive mode; end'`,
    `create trigger loot instead of insert on ${view} for each row execute function suppress_redundant_updates_trigger()`,
    `create rule loot as on insert to ${view} do instead nothing`,
    `create or replace view ${view} as select 1`,
    `alter view ${view} set (security_barrier = false)`,
    `alter view ${view} rename to loot`,
    `alter view ${view} set schema public`,
    `alter view ${view} owner to current_user`,
    `alter view ${view} alter column id set default null`,
    `drop view ${view} cascade`,
    `comment on view ${view} is 'loot'`,
    `create table loot as table ${view}`,
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
