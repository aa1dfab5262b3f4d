/** Statements that would leave something behind, or change or remove what there is. */

import type { Catalog } from './catalog.ts';

export function statementsOnObjects(catalog: Catalog): readonly string[] {
  return [
    ...['directory', 'portal', 'public', 'pg_catalog', 'information_schema'].flatMap(inSchema),
    ...catalog.portalTables.flatMap(toTable),
    ...catalog.portalFunctions,
    ...TEMPORARY,
    ...IN_DATABASE,
    ...TRICKS,
  ];
}

function inSchema(schema: string): string[] {
  const loot = `${schema}.loot`;
  return [
    `create table ${loot} (email text)`,
    `create view ${loot} as select 1 as one`,
    `create materialized view ${loot} as select 1 as one`,
    `create sequence ${loot}`,
    `create type ${loot} as (email text)`,
    `create type ${loot}`,
    `create domain ${loot} as text`,
    `create function ${loot}() returns integer language sql as 'select 1'`,
    `create function ${loot}(text) returns boolean language plpgsql cost 0.0001 as 'begin return true; end'`,
    `create procedure ${loot}() language sql as 'select 1'`,
    `create aggregate ${loot} (integer) (sfunc = int4pl, stype = integer)`,
    `create operator ${schema}.=== (function = texteq, leftarg = text, rightarg = text)`,
    `create collation ${loot} from "C"`,
    `create conversion ${loot} for 'UTF8' to 'LATIN1' from utf8_to_iso8859_1`,
    `create text search configuration ${loot} (copy = pg_catalog.simple)`,
    `create text search dictionary ${loot} (template = pg_catalog.simple)`,
    `create foreign table ${loot} (email text) server nowhere`,
    `drop schema ${schema} cascade`,
    `alter schema ${schema} rename to loot`,
    `alter schema ${schema} owner to current_user`,
    `comment on schema ${schema} is 'loot'`,
    `alter default privileges for role OWNER in schema ${schema} grant all on tables to public`,
  ];
}

function toTable(table: string): string[] {
  return [
    `alter table ${table} owner to current_user`,
    `alter table ${table} rename to loot`,
    `alter table ${table} set schema public`,
    `alter table ${table} add column loot text`,
    `create index on ${table} (id)`,
    `create table loot () inherits (${table})`,
    `drop table ${table} cascade`,
    `grant select on ${table} to current_user`,
    `comment on table ${table} is 'loot'`,
    `create publication loot for table ${table}`,
  ];
}

const TEMPORARY = [
  'create temporary table loot (email text)',
  'select * into temporary loot from directory.founders',
  'create table pg_temp.loot (email text)',
  `create function pg_temp.loot() returns integer language sql as 'select 1'`,
];

const IN_DATABASE = [
  'create schema loot',
  'create schema authorization current_user',
  'create extension dblink',
  'create extension postgres_fdw',
  'create extension file_fdw',
  'create extension lo',
  'create extension plpython3u',
  'create language loot handler plpgsql_call_handler',
  'create event trigger loot on ddl_command_start execute function suppress_redundant_updates_trigger()',
  'create publication loot',
  'create publication loot for all tables',
  `create subscription loot connection 'host=127.0.0.1' publication loot with (connect = false)`,
  'create foreign data wrapper loot',
  'create cast (text as integer) with inout',
  'create transform for text language plpgsql (from sql with function textin(cstring))',
  'create access method loot type table handler heap_tableam_handler',
  `create tablespace loot location '/tmp'`,
  'create database loot',
  'alter database DATABASE owner to current_user',
  'drop database DATABASE',
  'drop language plpgsql cascade',
  'drop extension plpgsql cascade',
  'alter extension plpgsql update',
  'drop function pg_catalog.pg_read_file(text)',
  'alter function pg_catalog.lower(text) leakproof',
  'alter function pg_catalog.lower(text) owner to current_user',
  'grant execute on function pg_catalog.pg_read_file(text) to current_user',
  'reindex schema portal',
  'reindex schema directory',
];

/** Writing from inside of something that looks like reading. */
const TRICKS = [
  `do 'begin delete from portal.founders; end'`,
  `do 'begin execute ''update directory.startups set id = id''; end'`,
  `do 'begin create table loot (email text); end'`,
  `do 'begin set local role OWNER; end'`,
  `do language plpgsql 'begin perform pg_read_file(''/etc/passwd''); end'`,
  'call portal.load_test_data()',
  'explain analyze create table loot as select 1 as one',
  'prepare loot as select email from portal.founders',
  'with gone as (delete from portal.jobs returning id) select from gone',
  `select cursor_to_xml('nothing'::refcursor, 1, true, true, '') from portal.founders`,
  `select nextval('portal.nothing')`,
  'refresh materialized view portal.nothing',
];
