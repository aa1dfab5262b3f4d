-- The tables that the views in the schema `directory` read. These tables exist only in a database that this project creates.
-- The portal fills them there, or they contain test data. A portal's existing database has its own tables instead. For such a
-- database, the operator rewrites the views, and no migration is applied.
--
-- A column is nullable if a portal might lack the value, or might learn it only later. The tables do not enforce the formats of
-- URLs, slugs and tags, because a real portal might not enforce them either. The service checks every record.

create table portal.startups (
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

create table portal.programs (
  id uuid primary key default gen_random_uuid(),
  name text not null unique
);

create table portal.cohorts (
  id uuid primary key default gen_random_uuid(),
  program_id uuid not null references portal.programs,
  name text not null,
  unique (program_id, name)
);

-- `status`: the views test only for 'active'. A portal also has other values ('pending', 'completed', 'withdrawn').
create table portal.enrollments (
  id uuid primary key default gen_random_uuid(),
  startup_id uuid not null references portal.startups on delete cascade,
  cohort_id uuid not null references portal.cohorts,
  status text not null,
  graduated boolean not null default false,
  accepted_date date not null,
  ended_date date
);

-- `email` and `phone` exist because a portal has them. The views must never show them.
create table portal.founders (
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

create table portal.jobs (
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

-- The views use this index for each startup that they read.
create index enrollments_of_startup on portal.enrollments (startup_id, accepted_date);

-- Deleting a startup uses this index to find the startup's founders.
create index founders_of_startup on portal.founders (startup_id);

-- The startups view uses this index for each startup. The index includes unpublished jobs. If it contained only published jobs,
-- PostgreSQL might read and sort all of it for each query that reads a part of the list of jobs.
create index jobs_of_startup on portal.jobs (startup_id);
