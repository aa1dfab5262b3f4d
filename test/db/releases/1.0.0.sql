-- The database as version 1.0.0 left it: its tables, views and grants without their comments, and a few invented rows.
-- What a later release is set up on (test/lambda/deploy/database.test.ts). Never changed: the next release gets a file of its own.

create schema if not exists portal;

create table if not exists portal.startups (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  industry text[],
  blurb text,
  description text,
  logo_url text,
  website_url text,
  linkedin_url text,
  team_size integer,
  product_stage text,
  created_at timestamptz not null default now()
);

create table if not exists portal.programs (
  id uuid primary key default gen_random_uuid(),
  name text not null unique
);

create table if not exists portal.cohorts (
  id uuid primary key default gen_random_uuid(),
  program_id uuid not null references portal.programs,
  name text not null,
  unique (program_id, name)
);

create table if not exists portal.enrollments (
  id uuid primary key default gen_random_uuid(),
  startup_id uuid not null references portal.startups on delete cascade,
  cohort_id uuid not null references portal.cohorts,
  status text not null,
  graduated boolean not null default false,
  accepted_date date not null,
  ended_date date
);

create table if not exists portal.founders (
  id uuid primary key default gen_random_uuid(),
  startup_id uuid not null references portal.startups on delete cascade,
  first_name text not null,
  last_name text not null,
  email text not null unique,
  phone text,
  job_title text,
  linkedin_url text,
  avatar_url text,
  in_public_directory boolean not null default false,
  created_at timestamptz not null default now()
);

create table if not exists portal.jobs (
  id uuid primary key default gen_random_uuid(),
  startup_id uuid not null references portal.startups on delete cascade,
  title text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'closed')),
  job_type text,
  role_category text,
  work_arrangement text,
  experience_level text,
  external_url text,
  location_regions text[],
  location_cities text[],
  expires_at timestamptz,
  created_at timestamptz not null default now()
);

create index if not exists enrollments_of_startup on portal.enrollments (startup_id, accepted_date);

create index if not exists founders_of_startup on portal.founders (startup_id);

create index if not exists jobs_of_startup on portal.jobs (startup_id);

create schema if not exists directory;

create or replace view directory.jobs with (security_barrier = true) as
select
  j.id,
  j.startup_id,
  btrim(j.title, E' \t\r\n') as title,
  nullif(btrim(j.job_type, E' \t\r\n'), '') as job_type,
  nullif(btrim(j.role_category, E' \t\r\n'), '') as role_category,
  nullif(btrim(j.work_arrangement, E' \t\r\n'), '') as work_arrangement,
  nullif(btrim(j.experience_level, E' \t\r\n'), '') as experience_level,
  nullif(btrim(j.external_url, E' \t\r\n'), '') as external_url,
  array(select region from unnest(j.location_regions) as region where region <> '') as location_regions,
  array(select city from unnest(j.location_cities) as city where city <> '') as location_cities,
  to_char(j.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as expires_at,
  to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  nullif(btrim(s.name, E' \t\r\n'), '') as startup_name,
  nullif(btrim(s.logo_url, E' \t\r\n'), '') as startup_logo_url,
  nullif(btrim(s.blurb, E' \t\r\n'), '') as startup_blurb,
  array(select tag from unnest(s.industry) as tag where tag <> '') as startup_industry,
  s.team_size as startup_team_size,
  nullif(btrim(s.product_stage, E' \t\r\n'), '') as startup_product_stage
from portal.jobs j
cross join lateral (
  select *
  from portal.startups
  where startups.id = j.startup_id
  offset 0
) s
where j.status = 'published'
  and (j.expires_at is null or j.expires_at > now())
  and exists (select from portal.enrollments e where e.startup_id = j.startup_id and e.status = 'active' offset 0)
order by j.id;

create or replace view directory.startups with (security_barrier = true) as
select
  s.id,
  btrim(s.slug, E' \t\r\n') as slug,
  btrim(s.name, E' \t\r\n') as name,
  array(select tag from unnest(s.industry) as tag where tag <> '') as industry,
  to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  (select count(*)::integer from directory.jobs j where j.startup_id = s.id) as open_jobs_count,
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'status', e.status,
            'graduated', e.graduated,
            'accepted_date', e.accepted_date,
            'ended_date', case when isfinite(e.ended_date) then e.ended_date end,
            'program_name', btrim(p.name, E' \t\r\n'),
            'cohort_name', btrim(c.name, E' \t\r\n')
          )
          order by e.accepted_date, e.id
        ),
        '[]'
      )
    from portal.enrollments e
    join portal.cohorts c on c.id = e.cohort_id
    join portal.programs p on p.id = c.program_id
    where e.startup_id = s.id
  ) as enrollments,
  nullif(btrim(s.blurb, E' \t\r\n'), '') as blurb,
  nullif(btrim(s.description, E' \t\r\n'), '') as description,
  nullif(btrim(s.logo_url, E' \t\r\n'), '') as logo_url,
  nullif(btrim(s.website_url, E' \t\r\n'), '') as website_url,
  nullif(btrim(s.linkedin_url, E' \t\r\n'), '') as linkedin_url
from portal.startups s
where exists (
  select from portal.enrollments e where e.startup_id = s.id and (e.status = 'active' or e.graduated) offset 0
)
order by s.id;

create or replace view directory.founders with (security_barrier = true) as
select
  f.id,
  f.startup_id,
  btrim(f.first_name, E' \t\r\n') as first_name,
  btrim(f.last_name, E' \t\r\n') as last_name,
  nullif(btrim(f.job_title, E' \t\r\n'), '') as job_title,
  nullif(btrim(f.linkedin_url, E' \t\r\n'), '') as linkedin_url,
  nullif(btrim(f.avatar_url, E' \t\r\n'), '') as avatar_url,
  btrim(s.name, E' \t\r\n') as startup_name,
  nullif(btrim(s.logo_url, E' \t\r\n'), '') as startup_logo_url,
  btrim(s.slug, E' \t\r\n') as startup_slug
from portal.founders f
cross join lateral (
  select *
  from portal.startups
  where startups.id = f.startup_id
  offset 0
) s
where f.in_public_directory
  and exists (select from portal.enrollments e where e.startup_id = f.startup_id and e.status = 'active' offset 0)
order by f.id;

do $$
begin
  if not exists (select from pg_roles where rolname = 'directory_reader') then
    create role directory_reader nologin;
  end if;
end
$$;

do $$
begin
  revoke all on schema directory from directory_reader;
  revoke all on all tables in schema directory from directory_reader;
  grant usage on schema directory to directory_reader;
  grant select on directory.startups, directory.founders, directory.jobs to directory_reader;
end
$$;

insert into portal.startups (id, slug, name, industry, blurb) values
  ('00000000-0000-4000-8000-000000000010', 'acme', 'Acme', array['Robots'], 'Makes everything'),
  ('00000000-0000-4000-8000-000000000020', 'globex', 'Globex', null, null);

insert into portal.programs (id, name) values ('00000000-0000-4000-d000-000000000001', 'Incubator');

insert into portal.cohorts (id, program_id, name)
values ('00000000-0000-4000-c000-000000000001', '00000000-0000-4000-d000-000000000001', 'Cohort 2024');

insert into portal.enrollments (startup_id, cohort_id, status, graduated, accepted_date, ended_date)
select id, '00000000-0000-4000-c000-000000000001', 'active', false, '2024-03-01', null from portal.startups;

insert into portal.founders (id, startup_id, first_name, last_name, email, in_public_directory)
values ('00000000-0000-4000-9000-000000000011', '00000000-0000-4000-8000-000000000010', 'Ada', 'Example', 'ada@example.com', true);

insert into portal.jobs (id, startup_id, title, status)
values ('00000000-0000-4000-a000-000000000010', '00000000-0000-4000-8000-000000000010', 'Engineer', 'published');
